// SPDX-License-Identifier: MIT

/// An accepted request. Its actions are done one after another.
package struct Transaction: Hashable, Sendable {
    package let id: TransactionID
    /// nil for a transaction of the registry's own.
    package let requester: Caller?
    package let origin: Origin
    /// Lets the app raise its window on Wayland; empty = none.
    package let activationToken: String
    /// Whether other calls may end to make room. They may always be held.
    package let endsOthers: Bool
    /// The requested actions and the inserted ones.
    package internal(set) var actions: [Action]
    /// The request, if the requester chose the id; nil if the registry did.
    let named: NamedRequest?

    /// The place of the action whose turn it is.
    var next = 0
    /// Why the registry began it; nil for a request.
    let cause: Reason?
    /// The call that `cause` refers to.
    let causeCall: CallID?
    /// The connections that are told how it ends: the requester, and others that requested the same meanwhile.
    var audience: [Client]
    /// Its place in the order of acceptance.
    let serial: UInt64
    /// How many of its actions each provider received. The first one announces all of the provider's actions.
    var delivered: [ProviderID: Int] = [:]

    /// True when it has failed and its audience knows, but a provider still works for it.
    var hasFailed: Bool { actions[next...].contains { $0.failure != nil } }

    var current: Action? { next < actions.count ? actions[next] : nil }

    /// The first call that will take the audio when its turn comes.
    var audioTaker: CallID? { actions[next...].first { $0.kind.takesAudio && $0.progress == .waiting }?.call }
}

/// A request whose requester chose the id of the transaction. It is kept to recognise a repetition.
struct NamedRequest: Hashable, Sendable {
    let client: Client
    let request: Request
    /// The transaction of this id, or the one that did the same already.
    let transaction: TransactionID
}
