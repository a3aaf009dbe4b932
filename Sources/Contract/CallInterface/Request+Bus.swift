// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

// The arguments of `RequestTransaction`. An action looks the same in `Actions` and `Inserted` of the service's signals.

extension Request {
    package init(_ actions: [[String: Variant]], _ options: [String: Variant], _ limits: Limits) throws(BusError) {
        var items: [Item] = []
        for action in actions { items.append(try Item(Options(action, limits), limits)) }
        self.init(items)
        let options = Options(options, limits)
        isFromHeadset = try options.string(.origin) == Origin.headset.rawValue
        activationToken = try options.string(.activationToken) ?? ""
        endsOthers = try options.bool(.endOthers) ?? true
        transaction = try options.id(.transaction)
    }

    /// Appends the arguments.
    package func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.array(of: "a{sv}") { (writer) throws(BusError) in
            for item in items { try writer.entries(item) }
        }
        try writer.entries(RequestOptions(request: self))
    }
}

private struct RequestOptions: EntryList {
    let request: Request

    func write<Sink: EntrySink & ~Copyable>(entriesTo sink: inout Sink) throws(BusError) {
        if request.isFromHeadset { try sink.entry(.origin, variant: Origin.headset.rawValue) }
        if !request.activationToken.isEmpty { try sink.entry(.activationToken, variant: request.activationToken) }
        if !request.endsOthers { try sink.entry(.endOthers, variant: false) }
        try sink.entry(.transaction, known: request.transaction?.description)
    }
}

extension Request.Item {
    package init(_ options: Options, _ limits: Limits = Limits()) throws(BusError) {
        let word: ActionWord = try options.required(.action, try options.word(.action))
        let call: CallID = try options.required(.call, try options.id(.call))
        self.init(
            call: call, kind: try ActionKind(word, options, limits), identifier: try options.id(.identifier),
            onlyIfRinging: word == .endCall ? try options.bool(.onlyIfRinging) ?? false : false,
            postDial: word == .startCall ? try limits.postDial(options) : "")
    }
}

extension Request.Item: EntryList {
    package func write<Sink: EntrySink & ~Copyable>(entriesTo sink: inout Sink) throws(BusError) {
        try kind.write(entriesTo: &sink, call: call.description)
        try sink.entry(.identifier, known: identifier?.description)
        if onlyIfRinging { try sink.entry(.onlyIfRinging, variant: true) }
        if !postDial.isEmpty { try sink.entry(.postDial, variant: postDial) }
    }
}

extension ActionKind {
    /// The action on the call of that UUID.
    package func wire(call: String) -> [String: Variant] {
        var wire: [String: Variant] = [:]
        // A dictionary refuses no entry.
        try? write(entriesTo: &wire, call: call)
        return wire
    }

    fileprivate func write<Sink: EntrySink & ~Copyable>(entriesTo sink: inout Sink, call: String) throws(BusError) {
        try sink.entry(.action, variant: word.rawValue)
        try sink.entry(.call, variant: call)
        switch self {
        case .start(let start):
            try sink.entry(.provider, variant: start.provider)
            try sink.entry(.handle, variant: start.handle.wire)
            try start.write(entriesTo: &sink)
        case .answer, .end: break
        case .setHeld(let onHold): try sink.entry(.onHold, variant: onHold)
        case .setMuted(let muted): try sink.entry(.muted, variant: muted)
        case .setGroup(let other): try sink.entry(.groupWith, variant: other?.description ?? "")
        case .playDTMF(let digits, let type):
            try sink.entry(.digits, variant: digits)
            try sink.entry(.dtmfType, variant: type.rawValue)
        }
    }

    fileprivate init(_ word: ActionWord, _ options: Options, _ limits: Limits) throws(BusError) {
        switch word {
        case .startCall:
            let provider = try options.required(.provider, try options.string(.provider))
            self = .start(try StartAction(provider, try options.handle(.handle) ?? nil, options))
        case .answerCall: self = .answer
        case .endCall: self = .end
        case .setHeld: self = .setHeld(try options.required(.onHold, try options.bool(.onHold)))
        case .setMuted: self = .setMuted(try options.required(.muted, try options.bool(.muted)))
        case .setGroup:
            let other = try options.required(.groupWith, try options.string(.groupWith))
            self = .setGroup(with: other.isEmpty ? nil : try ID.parse(other, Key.groupWith.rawValue))
        case .playDTMF:
            let digits = try options.required(.digits, try options.string(.digits))
            self = .playDTMF(digits: try limits.tones(digits), try options.word(.dtmfType) ?? .singleTone)
        }
    }
}

extension StartAction {
    /// Without a handle, the first of `Handles` is called.
    package init(_ provider: String, _ handle: Handle?, _ details: Options) throws(BusError) {
        let members = try details.members(.handles) ?? []
        self.init(provider: provider, handle: try details.required(.handle, handle ?? members.first?.handle))
        self.members = members
        video = try details.bool(.video) ?? false
        contactIdentifier = try details.string(.contactIdentifier) ?? ""
        emergency = try details.bool(.emergency) ?? false
        dialed = try details.bool(.dialed) ?? false
    }
}

/// What an action and a Perform signal say of a start besides provider and handle.
extension StartAction: EntryList {
    package func write<Sink: EntrySink & ~Copyable>(entriesTo sink: inout Sink) throws(BusError) {
        try sink.entry(.video, variant: video)
        try sink.entry(.contactIdentifier, variant: contactIdentifier)
        try sink.entry(.emergency, variant: emergency)
        if dialed { try sink.entry(.dialed, variant: true) }
        if !members.isEmpty { try sink.entry(.handles, variant: members.map(\.wire)) }
    }
}

// The signals that ask a provider to perform an action: provider, action, call, the arguments of the kind, details.

extension ActionWord {
    package var signal: SignalName {
        switch self {
        case .startCall: .performStartCallAction
        case .answerCall: .performAnswerCallAction
        case .endCall: .performEndCallAction
        case .setHeld: .performSetHeldCallAction
        case .setMuted: .performSetMutedCallAction
        case .setGroup: .performSetGroupCallAction
        case .playDTMF: .performPlayDTMFCallAction
        }
    }
}

/// A signal that asks a provider to perform an action.
package struct PerformSignal {
    package let action: ActionID
    package let call: CallID
    package let kind: ActionKind
    package let details: Details

    /// What the signal says of the action's transaction.
    package struct Details {
        package private(set) var transaction: TransactionID?
        package private(set) var deadline: Time = 0
        /// The requester.
        package private(set) var origin = Received<Origin>(text: "")
        /// Whether the service was restarted, and does not know if the provider got the action or has completed it.
        package private(set) var isAgain = false
        /// With the first action: all actions. Nil if there is no other action.
        package private(set) var actions: [Request.Item]? = []
    }

    /// Nil for another signal, and for one that cannot be read. A type of handle or of tones that this program does not
    /// know is taken for the plainest one.
    package init?(_ name: SignalName, _ signal: Message) {
        guard let word = ActionWord.allCases.first(where: { $0.signal == name }),
            let read = try? signal.read(with: { (reader) throws(BusError) in try Self(word, &reader) })
        else { return nil }
        self = read
    }

    private init(_ word: ActionWord, _ reader: inout MessageReader) throws(BusError) {
        let provider: String = try reader.read()
        action = try ID.parse(try reader.read(), Key.identifier.rawValue)
        call = try ID.parse(try reader.read(), Key.call.rawValue)
        switch word {
        case .startCall:
            let handle = try reader.read(WireHandle.self).handle
            let others: [String: Variant]
            (details, others) = try Details.read(from: &reader)
            kind = .start(try StartAction(provider, handle, Options(others)))
            return
        case .answerCall: kind = .answer
        case .endCall: kind = .end
        case .setHeld: kind = .setHeld(try reader.read())
        case .setMuted: kind = .setMuted(try reader.read())
        case .setGroup: kind = .setGroup(with: CallID(try reader.read()))
        case .playDTMF:
            kind = .playDTMF(digits: try reader.read(), DTMFType(rawValue: try reader.read()) ?? .singleTone)
        }
        details = try Details.read(from: &reader).0
    }
}

extension PerformSignal.Details {
    /// Also returns the entries of other keys. A value is read as what it is, because a dictionary of variants takes
    /// four times as long.
    fileprivate static func read(from reader: inout MessageReader) throws(BusError) -> (Self, [String: Variant]) {
        var (details, others) = (Self(), [String: Variant]())
        try reader.dictionary(key: String.signature, value: Variant.signature) { (reader) throws(BusError) in
            let key: String = try reader.read()
            switch Key(rawValue: key) {
            case .transaction: details.transaction = TransactionID(try reader.content() ?? "")
            case .deadline: details.deadline = try reader.content() ?? 0
            case .origin: details.origin = Received(text: try reader.content() ?? "")
            case .again: details.isAgain = try reader.content() ?? false
            case .count: if try reader.content() == UInt32(1) { details.actions = nil }
            case .actions where details.actions == nil: try reader.skip()
            case .actions:
                let actions: [[String: Variant]] = try reader.content() ?? []
                details.actions = actions.compactMap { try? Request.Item(Options($0)) }
            case .index, .activationToken: try reader.skip()
            default: others[key] = try reader.read()
            }
        }
        return (details, others)
    }
}

extension StartCallDetails {
    package init(_ options: Options) throws(BusError) {
        self.init()
        video = try options.bool(.video) ?? false
        contactIdentifier = try options.string(.contactIdentifier) ?? ""
        displayName = try options.string(.displayName) ?? ""
        activationToken = try options.string(.activationToken) ?? ""
        postDial = try Limits().postDial(options)
    }

    package var wire: [String: Variant] {
        var wire = [String: Variant]([.video: .bool(video)])
        if !contactIdentifier.isEmpty { wire[.contactIdentifier] = .string(contactIdentifier) }
        if !displayName.isEmpty { wire[.displayName] = .string(displayName) }
        if !activationToken.isEmpty { wire[.activationToken] = .string(activationToken) }
        if !postDial.isEmpty { wire[.postDial] = .string(postDial) }
        return wire
    }

    /// The same for a requester that waits until the app has answered, so that a request that the app does not handle
    /// is an error.
    package var wireThatAwaitsAnswer: [String: Variant] {
        var wire = wire
        wire[.awaitAnswer] = .bool(true)
        return wire
    }
}
