// SPDX-License-Identifier: MIT

import CallContract

/// A call in the table.
struct BridgedCall: Hashable, Sendable {
    let key: SourceKey
    /// Its id in the registry.
    var id: CallID
    /// As the source showed it last.
    var source: SourceCall
    var standing: Standing
    /// The actions that the registry waits for.
    var pending: [BridgeAction] = []

    /// Where the call stands in the registry.
    enum Standing: Hashable, Sendable {
        /// Reported as incoming, and the answer is not there. Exits: listed, unlisted.
        case offered
        /// Dialled in the source's own window: the registry was asked to start it. Exits: listed, unlisted.
        case requested
        /// The registry lists it. Exits: unlisted.
        case listed(Listing)
        /// The registry does not list it: it refused the call, or gave it up. Exits: listed, when it connects.
        /// `resumes`: the registry is then asked for the audio; false if it has refused that to the user.
        case unlisted(resumes: Bool)
    }

    /// What the registry was told of a listed call.
    struct Listing: Hashable, Sendable {
        var progress: Progress
        /// What the source's state said about holding when the table followed it last.
        var followed = false
        /// Whether the call counts as held. A call that could not have the audio is held here, and active at the
        /// source.
        var isHeld = false
        /// Whether the registry was asked to answer it.
        var asksForAnswer = false
        /// Whether the registry was asked for the audio when it got to know the call.
        var asksForAudio = false
    }

    enum Progress: Hashable, Sendable {
        /// Not answered.
        case incoming
        case dialing
        case connecting
        case connected
    }

    var listing: Listing? {
        get {
            guard case .listed(let listing) = standing else { return nil }
            return listing
        }
        set { if let newValue { standing = .listed(newValue) } }
    }

    /// Takes the first pending action that is like this.
    mutating func take(_ matches: (ActionKind) -> Bool) -> BridgeAction? {
        pending.firstIndex { matches($0.kind) }.map { pending.remove(at: $0) }
    }

    /// Takes a pending action.
    mutating func take(_ action: ActionID) -> BridgeAction? {
        pending.firstIndex { $0.id == action }.map { pending.remove(at: $0) }
    }
}
