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
        writer.write(resuming)
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
        resuming = try reader.read()
    }
}

extension CallMember: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(handle)
        writer.write(displayName)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init(handle: try reader.read(), displayName: try reader.text())
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

extension Provider: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(id)
        writer.write(identifier)
        writer.write(client)
        writer.write(app)
        writer.write(providerClass)
        writer.write(configuration)
        writer.write(calls)
        writer.write(isUnresponsive)
        writer.write(account)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        id = try reader.read()
        identifier = try reader.read()
        client = try reader.read()
        app = try reader.read()
        providerClass = try reader.read()
        configuration = try reader.read()
        calls = try reader.read()
        isUnresponsive = try reader.read()
        account = reader.format >= 3 ? try reader.read() : .unknown(app: app, client)
    }
}

extension ProviderConfiguration: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(localizedName)
        writer.write(maximumCallGroups)
        writer.write(maximumCallsPerCallGroup)
        writer.write(supportedHandleTypes)
        writer.write(supportsVideo)
        writer.write(includesCallsInRecents)
        writer.write(holdsImplicitly)
        writer.write(desktopEntry)
        writer.write(icon)
        writer.write(ringtone)
        writer.write(emergencyNumbers)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init()
        localizedName = try reader.read()
        maximumCallGroups = try reader.read()
        maximumCallsPerCallGroup = try reader.read()
        supportedHandleTypes = try reader.read()
        supportsVideo = try reader.read()
        includesCallsInRecents = try reader.read()
        holdsImplicitly = try reader.read()
        desktopEntry = try reader.read()
        icon = Self.themed(try reader.read())
        ringtone = Self.themed(try reader.read())
        if reader.format >= 3 { emergencyNumbers = try reader.read() }
    }

    /// An earlier service accepted paths and addresses.
    private static func themed(_ name: String) -> String { Limits().allowsThemedName(name) ? name : "" }
}

extension Handle: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(kind)
        writer.write(value)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init(kind: try reader.read(), value: try reader.read())
    }
}
