// SPDX-License-Identifier: MIT

/// A request that was accepted: its actions, done one after another.
public struct Transaction: Hashable, Sendable {
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

/// A request whose requester chose the transaction's name, kept to recognise its repetition.
struct NamedRequest: Hashable, Sendable {
    /// The connection that asked.
    let client: Client
    /// What it asked.
    let request: Request
    /// What it got: the transaction of that name, or the one that did the same already.
    let transaction: TransactionID
}
