// SPDX-License-Identifier: MIT

extension Capabilities: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(holding)
        writer.write(grouping)
        writer.write(ungrouping)
        writer.write(dtmf)
        writer.write(answering)
        writer.write(ending)
        writer.write(muting)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        holding = try reader.read()
        grouping = try reader.read()
        ungrouping = try reader.read()
        dtmf = try reader.read()
        guard reader.format >= 3 else { return }
        answering = try reader.read()
        ending = try reader.read()
        muting = try reader.read()
    }
}

extension CallMember: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(handle)
        writer.write(displayName)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let handle: Handle = try reader.read()
        self.init(handle: handle, displayName: try reader.text())
    }
}

extension PendingAction: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(action)
        writer.write(transaction)
        writer.write(kind)
        writer.write(isDelivered)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        action = try reader.read()
        transaction = try reader.read()
        kind = try reader.read()
        isDelivered = try reader.read()
    }
}

extension Moment: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(time)
        writer.write(call)
        writer.write(what)
        writer.write(action)
        writer.write(isOn)
        writer.write(origin)
        writer.write(state)
        writer.write(endedReason)
        writer.write(reason)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        time = try reader.read()
        call = try reader.read()
        what = try reader.read()
        action = try reader.read()
        isOn = try reader.read()
        origin = try reader.read()
        state = try reader.read()
        endedReason = try reader.read()
        reason = try reader.read()
    }
}

extension EndedCall: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(call)
        writer.write(story)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init(call: try reader.read(), story: try reader.read())
    }
}
