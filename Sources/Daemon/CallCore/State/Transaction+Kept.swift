// SPDX-License-Identifier: MIT

extension Transaction: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(id)
        writer.write(requester)
        writer.write(origin)
        writer.write(activationToken)
        writer.write(endsOthers)
        writer.write(actions)
        writer.write(named)
        writer.write(next)
        writer.write(cause)
        writer.write(causeCall)
        writer.write(audience)
        writer.write(serial)
        writer.write(delivered)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        id = try reader.read()
        requester = try reader.read()
        origin = try reader.read()
        activationToken = try reader.read()
        endsOthers = reader.format >= 3 ? try reader.read() : true
        actions = try reader.read()
        named = try reader.read()
        next = try reader.read()
        cause = try reader.read()
        causeCall = try reader.read()
        audience = try reader.read()
        serial = try reader.read()
        delivered = try reader.read()
        guard (0...actions.count).contains(next) else {
            throw UnreadableState(message: "A transaction has no action \(next)")
        }
    }
}

extension NamedRequest: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(client)
        writer.write(request)
        writer.write(transaction)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        client = try reader.read()
        request = try reader.read()
        transaction = try reader.read()
    }
}

extension Request: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(items)
        writer.write(isFromHeadset)
        writer.write(activationToken)
        writer.write(endsOthers)
        writer.write(transaction)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init(try reader.read())
        isFromHeadset = try reader.read()
        activationToken = try reader.read()
        if reader.format >= 3 { endsOthers = try reader.read() }
        transaction = try reader.read()
    }
}

extension Request.Item: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(call)
        writer.write(kind)
        writer.write(identifier)
        writer.write(onlyIfRinging)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let call: CallID = try reader.read()
        let kind: ActionKind = try reader.read()
        self.init(call: call, kind: kind, identifier: try reader.read())
        if reader.format >= 3 { onlyIfRinging = try reader.read() }
    }
}

extension Caller: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(client)
        writer.write(uid)
        writer.write(app)
        writer.write(isAdministrator)
        writer.write(account)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        client = try reader.read()
        uid = try reader.read()
        app = try reader.read()
        isAdministrator = try reader.read()
        account = reader.format >= 3 ? try reader.read() : .unknown(app: app, client)
    }
}

extension Client: Kept {
    package func write(to writer: inout StateWriter) { writer.write(name) }
    package init(from reader: inout StateReader) throws(UnreadableState) { name = try reader.text() }
}
