// SPDX-License-Identifier: MIT

package import CallModel
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

    package var wire: (actions: [[String: Variant]], options: [String: Variant]) {
        var options: [String: Variant] = [:]
        if isFromHeadset { options[.origin] = .string(Origin.headset.rawValue) }
        if !activationToken.isEmpty { options[.activationToken] = .string(activationToken) }
        if !endsOthers { options[.endOthers] = .bool(false) }
        options[.transaction] = transaction.map { .string($0.description) }
        return (items.map(\.wire), options)
    }
}

extension Request.Item {
    package init(_ options: Options, _ limits: Limits = Limits()) throws(BusError) {
        let word: ActionWord = try options.required(.action, try options.word(.action))
        let call: CallID = try options.required(.call, try options.id(.call))
        self.init(
            call: call, kind: try ActionKind(word, options, limits), identifier: try options.id(.identifier))
    }

    package var wire: [String: Variant] {
        var wire = kind.wire(call: call.description)
        wire[.identifier] = identifier.map { .string($0.description) }
        return wire
    }
}

extension ActionKind {
    /// The action on the call of that UUID.
    package func wire(call: String) -> [String: Variant] {
        var wire = [String: Variant]([.action: .string(word.rawValue), .call: .string(call)])
        switch self {
        case .start(let start):
            wire[.provider] = .string(start.provider)
            wire[.handle] = start.handle.variant
            wire.merge(start.details) { $1 }
        case .answer, .end: break
        case .setHeld(let onHold): wire[.onHold] = .bool(onHold)
        case .setMuted(let muted): wire[.muted] = .bool(muted)
        case .setGroup(let other): wire[.groupWith] = .string(other?.description ?? "")
        case .playDTMF(let digits, let type):
            wire[.digits] = .string(digits)
            wire[.dtmfType] = .string(type.rawValue)
        }
        return wire
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
    /// What an action and a Perform signal say of a start besides provider and handle.
    package var details: [String: Variant] {
        var details = [String: Variant]([
            .video: .bool(video), .contactIdentifier: .string(contactIdentifier), .emergency: .bool(emergency),
        ])
        if dialed { details[.dialed] = .bool(true) }
        if !members.isEmpty { details[.handles] = members.variant }
        return details
    }

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
