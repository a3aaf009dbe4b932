// SPDX-License-Identifier: MIT

/// Something that the service does because of an event.
package indirect enum Effect: Hashable, Sendable {
    /// Send a signal to a provider.
    case tell(Client, provider: String, ProviderSignal)
    /// Tell a shell whether it is the primary one.
    case shellIsPrimary(Client, Bool)
    /// Start a timer; microseconds.
    case startTimer(TimerKey, after: UInt64)
    /// Cancel a timer. It may have fired already.
    case cancelTimer(TimerKey)
    case providerAdded(Provider)
    case providerChanged(from: Provider, to: Provider)
    case providerRemoved(Provider)
    case callAdded(Call)
    case callChanged(from: Call, to: Call)
    /// An ended call leaves the registry.
    case callRemoved(Call)
    case audioChanged(from: Audio, to: Audio)
    /// Announce every property, because the service that changed some was killed before it announced them.
    case providerRestated(Provider)
    case callRestated(Call)
    case audioRestated(Audio)
    /// Ask the directory about a reported call.
    case screen(Client, Call)
    /// Answer the reports of a call that was screened; nil = it was accepted.
    case screened(CallID, CallError?)
    /// There is a directory now, or none any more.
    case directoryChanged(Bool)
    /// Tell the directory that calls ended, with the number of the last one.
    case callsEnded(Client, number: Int)
    /// Tell a connection how its transaction ended.
    case transactionCompleted(Client, TransactionID, TransactionResult, inserted: [Action])
}

/// A signal to a provider.
package enum ProviderSignal: Hashable, Sendable {
    /// The provider is registered.
    case didBegin
    /// All calls of the provider have ended.
    case didReset
    /// Perform this action, then fulfil or fail it.
    case perform(Performance)
    /// The action has failed, because it took too long.
    case timedOut(ActionID)
    case didActivate(AudioSession)
    case didDeactivate(AudioSession)
    case routeChanged(AudioSession)
    /// The user wants to call this handle. The app answers with a start-call transaction.
    case startCallRequested(Handle, StartCallDetails)
}

/// An action as its provider receives it.
package struct Performance: Hashable, Sendable {
    package let action: Action
    package let transaction: TransactionID
    package let deadline: Time
    package let origin: Origin
    package let activationToken: String
    /// Its place among the transaction's actions for this provider, from 0.
    package let index: Int
    /// The number of the transaction's actions for this provider, as far as known.
    package let count: Int
    /// With the first action for a provider: all of the transaction's actions for it.
    package let announced: [Action]
    /// True for an action that a service delivered before it was killed.
    package let isRepeated: Bool
}

/// The call for which a provider has the audio session.
package struct AudioSession: Hashable, Sendable {
    package let call: CallID
    package let group: GroupID
    /// The route of the sound; empty = no shell reports one.
    package let route: String
}

/// How a transaction ended.
package enum TransactionResult: Hashable, Sendable {
    case succeeded
    /// The kind of the action that failed, the reason, and the other call involved, if any.
    case failed(action: ActionWord, Reason, call: CallID?)
}
