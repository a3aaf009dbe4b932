// SPDX-License-Identifier: MIT

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
    /// Reports a call that goes on. The registry may know it.
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
