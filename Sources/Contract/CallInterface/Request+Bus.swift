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
            onlyIfRinging: word == .endCall ? try options.bool(.onlyIfRinging) ?? false : false)
    }
}

extension Request.Item: EntryList {
    package func write<Sink: EntrySink & ~Copyable>(entriesTo sink: inout Sink) throws(BusError) {
        try kind.write(entriesTo: &sink, call: call.description)
        try sink.entry(.identifier, known: identifier?.description)
        if onlyIfRinging { try sink.entry(.onlyIfRinging, variant: true) }
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
