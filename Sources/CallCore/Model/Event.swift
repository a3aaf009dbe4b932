// SPDX-License-Identifier: MIT

/// All that can happen to a domain. Time-outs and losses are events like any other.
public enum Event: Hashable, Sendable {
    /// A client asks for something.
    case command(Command, from: Caller)
    /// A connection has left the bus.
    case clientLost(Client)
    /// A timer that an effect started has run out.
    case timerFired(TimerKey)
    /// A login session came to the front, or left it.
    case sessionActivity(session: String, isActive: Bool)
    /// The service goes down.
    case reset
    /// The administrator has decided otherwise. It holds for what happens from now on: a deadline that runs and the class
    /// of a provider that is registered stay as they are.
    case policyChanged(Policy)
}

/// What a client can ask for.
public enum Command: Hashable, Sendable {
    /// Become a provider. Answers with its number.
    case register(identifier: String, ProviderConfiguration)
    /// Replace a provider's configuration.
    case configure(identifier: String, ProviderConfiguration)
    /// End a provider's registration, and its calls as failed.
    case invalidate(identifier: String)
    /// Somebody calls.
    case reportIncoming(provider: String, CallID, CallUpdate)
    /// A call goes on that the registry does not know.
    case reportExisting(provider: String, CallID, ExistingCall)
    /// Something about a call is otherwise.
    case reportUpdated(CallID, CallUpdate)
    /// A call is over, and not by an action.
    case reportEnded(CallID, at: Time, EndedReason)
    /// An outgoing call has begun to connect.
    case reportConnecting(CallID, at: Time)
    /// An outgoing call is connected.
    case reportConnected(CallID, at: Time)
    /// An action was fulfilled or has failed.
    case complete(ActionID, Outcome)
    /// Do something to calls. Answers with the transaction.
    case request(Request)
    /// Ask an app to start a call. Answers with the provider that was chosen.
    case requestStartCall(provider: String, Handle, StartCallDetails)
    /// Stop ringing for one call, or for all.
    case silence(CallID?)
    /// Become a shell of a login session.
    case registerShell(session: String, isActive: Bool, ShellUpdate)
    /// Something about the shell is otherwise.
    case setShellState(ShellUpdate)
    /// Send the sound elsewhere.
    case setRoute(String)
}

/// What a client gets for a command.
public enum Answer: Hashable, Sendable {
    /// Done.
    case done
    /// The provider's number.
    case provider(ProviderID)
    /// The transaction was accepted, or is the one that does it already.
    case transaction(TransactionID)
    /// The app was asked.
    case chosen(provider: String)
    /// A call that is not to ring: refused, and remembered for a caller that tries again.
    case filtered(CallError)
}

/// A timer. Its name says all there is to know when it fires.
public enum TimerKey: Hashable, Sendable {
    /// The deadline of a delivered action.
    case action(ActionID)
    /// The longest a call rings.
    case ring(CallID)
    /// The longest that an outgoing call takes to connect.
    case connect(CallID)
    /// How long a caller that was filtered is remembered.
    case repeatCaller(Handle)
}
