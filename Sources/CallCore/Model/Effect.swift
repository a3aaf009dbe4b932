// SPDX-License-Identifier: MIT

/// What is to be done outside because of an event, in this order.
public indirect enum Effect: Hashable, Sendable {
    /// Send a provider a signal.
    case tell(Client, provider: String, ProviderSignal)
    /// Tell a shell whether it is the one that sounds.
    case shellIsPrimary(Client, Bool)
    /// Run a timer for so many microseconds.
    case startTimer(TimerKey, after: UInt64)
    /// Forget a timer; it may have fired already.
    case cancelTimer(TimerKey)
    /// A provider appeared.
    case providerAdded(Provider)
    /// A provider is otherwise.
    case providerChanged(from: Provider, to: Provider)
    /// A provider is gone.
    case providerRemoved(Provider)
    /// A call appeared.
    case callAdded(Call)
    /// A call is otherwise.
    case callChanged(from: Call, to: Call)
    /// An ended call leaves the registry.
    case callRemoved(Call)
    /// Something about the audio is otherwise.
    case audioChanged(from: Audio, to: Audio)
    /// Tell a requester how its transaction ended.
    case transactionCompleted(Client, TransactionID, TransactionResult, inserted: [Action])
}

/// What a provider is told.
public enum ProviderSignal: Hashable, Sendable {
    /// Registered, ready to send actions and receive reports.
    case didBegin
    /// All its calls are gone.
    case didReset
    /// Do this, and say how it went.
    case perform(Performance)
    /// This action has failed, because it took too long.
    case timedOut(ActionID)
    /// The audio session is yours.
    case didActivate(AudioSession)
    /// The audio session is not yours any more.
    case didDeactivate(AudioSession)
    /// The sound of your calls goes elsewhere.
    case routeChanged(AudioSession)
    /// The user wants to call somebody with you: answer with a start-call transaction.
    case startCallRequested(Handle, StartCallDetails)
}

/// One action, as its provider gets it.
public struct Performance: Hashable, Sendable {
    /// The action.
    public let action: Action
    /// Its transaction.
    public let transaction: TransactionID
    /// When it will have timed out.
    public let deadline: Time
    /// Who wants it.
    public let origin: Origin
    /// The xdg-activation token of the request.
    public let activationToken: String
    /// Its place among the transaction's actions for this provider, from 0.
    public let index: Int
    /// How many actions the transaction has for this provider, as far as known.
    public let count: Int
    /// On the first one for a provider: all its own actions of the transaction.
    public let announced: [Action]
}

/// For which call a provider has the audio session.
public struct AudioSession: Hashable, Sendable {
    /// The call.
    public let call: CallID
    /// Its group.
    public let group: GroupID
    /// Where the sound goes; empty = nobody says.
    public let route: String
}

/// How a transaction ended.
public enum TransactionResult: Hashable, Sendable {
    /// Every action was fulfilled.
    case succeeded
    /// An action of that kind failed, and why; the call that is to blame, where there is one.
    case failed(action: ActionWord, Reason, call: CallID?)
}
