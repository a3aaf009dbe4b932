// SPDX-License-Identifier: MIT

/// What the service keeps of each thing, in bytes. An amount covers the memory of the service and the record in the
/// state file, each of which is not larger. Texts count beside it.
package enum Cost {
    /// A user of whom the service keeps something.
    static let user = 2_048
    static let provider = 2_048
    /// A call with its notes, its timers and its story.
    static let call = 3_072
    static let shell = 1_024
    static let transaction = 512
    static let action = 512
    /// A call that ended, with its story.
    static let endedCall = 2_560
    /// The same without its moments.
    static let formerCall = 1_280
    /// A report that waits for the directory, with its reply.
    static let waitingReport = 1_024
    /// A connection that is sent the changes.
    package static let subscriber = 1_024
    /// An entry of a list or of a ring.
    static let entry = 128
}

extension String {
    /// A short text has no memory of its own. Its few bytes in the file are part of the thing that has it.
    var cost: Int { utf8.count <= 15 ? 0 : utf8.count + 48 }
}

extension Handle {
    var cost: Int { value.cost }
}

extension CallMember {
    var cost: Int { Cost.entry + handle.cost + displayName.cost }
}

extension CallMembers {
    var cost: Int { (local?.cost ?? 0) + all.cost + active.cost }
}

extension [CallMember] {
    var cost: Int { reduce(0) { $0 + $1.cost } }
}

extension ProviderConfiguration {
    var cost: Int {
        localizedName.cost + desktopEntry.cost + icon.cost + ringtone.cost
            + emergencyNumbers.reduce(0) { $0 + Cost.entry + $1.cost }
    }
}

extension Provider {
    var cost: Int {
        Cost.provider + identifier.cost + account.name.cost + (app?.cost ?? 0) + configuration.cost
            + (requestedTones?.cost ?? 0)
    }

    /// Each of its calls has its name.
    var nameCost: Int { configuration.localizedName.cost }
}

extension CallerIdentity {
    var cost: Int { displayName.cost + displayNameSource.cost + label.cost + formatted.cost }
}

extension Identification {
    var cost: Int {
        (displayName?.cost ?? 0) + (displayNameSource?.cost ?? 0) + (label?.cost ?? 0) + (formatted?.cost ?? 0)
    }
}

extension Call {
    /// Its pending actions are paid by those who requested them.
    var cost: Int { Cost.call + textCost }

    fileprivate var textCost: Int {
        providerName.cost + (remoteHandle?.cost ?? 0) + localizedCallerName.cost + identity.cost
            + contactIdentifier.cost + externalID.cost + members.cost + postDial.cost
    }

    /// What an update adds; negative if its texts are shorter than the present ones.
    func growth(by update: CallUpdate) -> Int {
        var changed = self
        changed.apply(update)
        return changed.cost - cost
    }
}

extension CallUpdate {
    /// The most that it adds to a new call.
    var cost: Int {
        (remoteHandle.flatMap(\.self)?.cost ?? 0) + (localizedCallerName?.cost ?? 0) + (contactIdentifier?.cost ?? 0)
            + (externalID?.cost ?? 0) + (localMember.flatMap(\.self)?.cost ?? 0) + (members?.cost ?? 0)
            + (activeMembers?.cost ?? 0)
    }
}

extension EndedCall {
    var cost: Int {
        (story.moments.isEmpty ? Cost.formerCall : Cost.endedCall) + call.textCost + story.provider.cost
            + (story.app?.cost ?? 0)
    }
}

extension ActionKind {
    /// The texts of an action. Its transaction, its call and the request that is kept to recognise a repetition have
    /// them.
    var cost: Int {
        switch self {
        case .start(let start):
            3 * (start.provider.cost + start.handle.cost + start.contactIdentifier.cost + start.members.cost)
        case .playDTMF(let digits, _): 3 * digits.cost
        case .answer, .end, .setHeld, .setMuted, .setGroup: 0
        }
    }
}

extension Transaction {
    var cost: Int {
        Cost.transaction + activationToken.cost + audience.count * Cost.entry
            + actions.reduce(0) { $0 + Cost.action + $1.kind.cost } + (requester?.account.name.cost ?? 0)
    }
}

extension RequestedTones {
    var cost: Int { handle.cost + postDial.cost }
}

extension Request {
    /// The most that it adds to what its requester keeps. A single action without texts costs nothing beforehand, so
    /// that an app without any room can still end its calls.
    var cost: Int {
        items.reduce(activationToken.cost) { $0 + $1.kind.cost } + (items.count - 1) * Cost.action
    }
}

extension NamedRequest {
    var cost: Int { items + request.activationToken.cost + client.name.cost }

    private var items: Int { request.items.reduce(0) { $0 + Cost.entry + $1.kind.cost } }
}

extension Route {
    var cost: Int { Cost.entry + name.cost + localizedName.cost + kind.text.cost }
}

extension Shell {
    /// The routes of the primary shell are those of the audio, too.
    var cost: Int {
        Cost.shell + session.cost + account.name.cost + state.allowed.reduce(0) { $0 + Cost.entry + $1.cost }
            + state.defaultProviders.values.reduce(0) { $0 + $1.cost } + 2 * state.routes.reduce(0) { $0 + $1.cost }
            + state.route.cost
    }
}
