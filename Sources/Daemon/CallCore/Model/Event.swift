// SPDX-License-Identifier: MIT

// The core's interface consists of the contract's words, so an import of the core brings them.
@_exported public import CallContract

/// Everything that can happen to a domain. Time-outs and losses are events like any other.
package enum Event: Hashable, Sendable {
    case command(Command, from: Caller)
    /// A connection has left the bus.
    case clientLost(Client)
    /// A timer that an effect started has run out.
    case timerFired(TimerKey)
    /// A login session came to the front or left it.
    case sessionActivity(session: String, isActive: Bool)
    /// The service was killed and started again with this state. The first event after that.
    case restarted(Restart)
    /// The service drops its state.
    case reset
    /// The administrator has changed the policy. It holds from now on: a running deadline and the class of a registered
    /// provider stay as they are.
    case policyChanged(Policy)
    /// Somebody has set the date of the machine forwards, or back, by these microseconds.
    case dateJumped(by: Int64)
}

/// A command of a client.
package enum Command: Hashable, Sendable {
    /// Answers with the provider's number. From the connection that registered it before: replaces the configuration.
    case register(identifier: String, ProviderConfiguration)
    case configure(identifier: String, ProviderConfiguration)
    /// Ends a provider's registration, and its calls as failed.
    case invalidate(identifier: String)
    case reportIncoming(provider: String, CallID, CallUpdate)
    /// Reports a call that goes on. The service may know it.
    case reportExisting(provider: String, CallID, ExistingCall)
    case reportUpdated(CallID, CallUpdate)
    /// Reports that a call has ended without an end-call action.
    case reportEnded(CallID, at: Time, EndedReason)
    case reportConnecting(CallID, at: Time)
    case reportConnected(CallID, at: Time)
    /// Fulfils or fails an action.
    case complete(ActionID, Outcome)
    /// Answers with the transaction.
    case request(Request)
    /// Asks an app to start a call. Answers with the chosen provider.
    case requestStartCall(provider: String, Handle, StartCallDetails)
    /// Stops the ringing of one call; nil = of all.
    case silence(CallID?)
    case registerShell(session: String, isActive: Bool, ShellUpdate)
    case setShellState(ShellUpdate)
    case setRoute(String)
    /// Makes the connection the user's directory. From the connection that is it already: changes its state.
    case registerDirectory(DirectoryUpdate)
    case setDirectoryState(DirectoryUpdate)
    /// The directory's answer about a reported call. `CallFilter` is the filter that rejects it.
    case answerScreening(CallID, Verdict, CallFilter, Identification)
    /// Tells a name that the directory found later, or without being asked.
    case identify(CallID, Identification)
}

/// The answer to a command.
package enum Answer: Hashable, Sendable {
    case done
    case provider(ProviderID)
    /// The accepted transaction, or the one that does the same already.
    case transaction(TransactionID)
    /// The provider that was asked.
    case chosen(provider: String)
    /// The call was refused. Its caller may ring if it tries again.
    case filtered(CallError)
    /// The directory is asked about the call. `Effect.screened` is the answer.
    case screening
}

/// A timer. The key contains everything that the event needs when the timer fires.
package enum TimerKey: Hashable, Sendable {
    /// The deadline of a delivered action.
    case action(ActionID)
    /// The longest time that a call rings.
    case ring(CallID)
    /// The longest time that an outgoing call takes to connect.
    case connect(CallID)
    /// How long a filtered caller is remembered.
    case repeatCaller(Handle)
    /// How long after a restart the provider of an action is told it again.
    case again(ActionID)
    /// How long the directory has to answer about a reported call.
    case screening(CallID)
    /// How long after an emergency call no cellular call is refused: the emergency service may call back.
    case emergencyWindow
}

/// Something that the service does because of an event.
package indirect enum Effect: Hashable, Sendable {
    /// Send a signal to a provider.
    case send(Client, provider: String, ProviderSignal)
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
    /// The service forgets an ended call.
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
