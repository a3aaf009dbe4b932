// SPDX-License-Identifier: MIT

extension StartAction: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(provider)
        writer.write(handle)
        writer.write(video)
        writer.write(contactIdentifier)
        writer.write(emergency)
        writer.write(members)
        writer.write(dialed)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init(provider: try reader.text(), handle: try reader.read())
        video = try reader.read()
        contactIdentifier = try reader.read()
        emergency = try reader.read()
        guard reader.format >= 3 else { return }
        members = try reader.read()
        dialed = try reader.read()
    }
}

/// The word, then its details.
extension ActionKind: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(word)
        switch self {
        case .start(let start): writer.write(start)
        case .answer, .end: break
        case .setHeld(let isOn), .setMuted(let isOn): writer.write(isOn)
        case .setGroup(let other): writer.write(other)
        case .playDTMF(let digits, let type):
            writer.write(digits)
            writer.write(type)
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.read(ActionWord.self) {
        case .startCall: self = .start(try reader.read())
        case .answerCall: self = .answer
        case .endCall: self = .end
        case .setHeld: self = .setHeld(try reader.read())
        case .setMuted: self = .setMuted(try reader.read())
        case .setGroup: self = .setGroup(with: try reader.read())
        case .playDTMF: self = .playDTMF(digits: try reader.text(), try reader.read())
        }
    }
}

extension Action: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(id)
        writer.write(call)
        writer.write(kind)
        writer.write(isInserted)
        writer.write(progress)
        writer.write(early)
        writer.write(failure)
        writer.write(deadline)
        writer.write(restart)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        id = try reader.read()
        call = try reader.read()
        kind = try reader.read()
        isInserted = try reader.read()
        progress = try reader.read()
        early = try reader.read()
        failure = try reader.read()
        deadline = try reader.read()
        restart = try reader.read()
    }
}

extension Action.Progress: Kept {}
extension Action.Restart: Kept {}

extension Action.Failure: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(reason)
        writer.write(call)
        writer.write(mayResume)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        reason = try reader.read()
        call = try reader.read()
        mayResume = try reader.read()
    }
}

extension Outcome: Kept {
    package func write(to writer: inout StateWriter) {
        switch self {
        case .fulfilled(let time):
            writer.append(UInt8(0))
            writer.write(time)
        case .failed: writer.append(UInt8(1))
        case .timedOut: writer.append(UInt8(2))
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = .fulfilled(at: try reader.read())
        case 1: self = .failed
        case 2: self = .timedOut
        case let byte: throw UnreadableState(message: "\(byte) is no outcome of an action")
        }
    }
}

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
        self.init(call: try reader.read(), kind: try reader.read(), identifier: try reader.read())
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
