// SPDX-License-Identifier: MIT

/// A request that was accepted: its actions, done one after another.
public struct Transaction: Hashable, Sendable {
    /// Who wants it, as the provider is told.
    public enum Origin: String, Hashable, Sendable {
        /// The connection that owns the call.
        case app
        /// A shell of the user's session.
        case shell
        /// A headset's button, as a shell reports it.
        case headset
        /// Any other client.
        case other
        /// The registry itself: to make room, or to resume.
        case system
    }

    /// Its name.
    public let id: TransactionID
    /// Who asked, and is told how it ends; nil for the registry's own.
    public let requester: Caller?
    /// Who asked, in the provider's words.
    public let origin: Origin
    /// Lets the app raise its window on Wayland; empty = none.
    public let activationToken: String
    /// What is to be done, with what was inserted to make room.
    public internal(set) var actions: [Action]
    /// The request, if its requester chose the name; nil if the registry did.
    let named: NamedRequest?

    /// The action whose turn it is.
    var next = 0
    /// Why the registry wants it, where it is not to make room; nil for a request.
    let cause: Reason?
    /// The call that `cause` speaks of.
    let causeCall: CallID?
    /// Who is told how it ends: the requester, and who asked for the same while it was under way.
    var audience: [Client]
    /// Its place in the order of acceptance.
    let serial: UInt64
    /// How many of its actions each provider was given; with the first one it is told all its own.
    var delivered: [ProviderID: Int] = [:]

    /// True once it will not be done and its audience knows, while a provider is still at work for it.
    var hasFailed: Bool { actions[next...].contains { $0.failure != nil } }

    var current: Action? { next < actions.count ? actions[next] : nil }

    /// The first call that will take the audio when its turn comes.
    var audioTaker: CallID? { actions[next...].first { $0.kind.takesAudio && $0.progress == .waiting }?.call }
}

/// What a client asks for, before it is accepted.
public struct Request: Hashable, Sendable {
    /// One action of it.
    public struct Item: Hashable, Sendable {
        /// The call.
        public var call: CallID
        /// What is to be done to it.
        public var kind: Action.Kind
        /// The requester's name for the action; nil = the registry names it.
        public var identifier: ActionID?

        /// That action on that call.
        public init(call: CallID, kind: Action.Kind, identifier: ActionID? = nil) {
            self.call = call
            self.kind = kind
            self.identifier = identifier
        }
    }

    /// In this order.
    public var items: [Item]
    /// True when a shell says that a headset's button was pressed.
    public var isFromHeadset = false
    /// The xdg-activation token for the app; empty = none.
    public var activationToken = ""
    /// The requester's name for the transaction; nil = the registry names it.
    public var transaction: TransactionID?

    /// A request of these actions.
    public init(_ items: [Item]) { self.items = items }
}

/// A request whose requester chose the transaction's name, kept to recognise its repetition.
struct NamedRequest: Hashable, Sendable {
    /// The connection that asked.
    let client: Client
    /// What it asked.
    let request: Request
    /// What it got: the transaction of that name, or the one that did the same already.
    let transaction: TransactionID
}
