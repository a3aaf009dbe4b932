// SPDX-License-Identifier: MIT

/// The state of a call.
public enum CallState: String, Hashable, Sendable, CaseIterable {
    /// Reported and not answered; also while an accepted answer is not delivered. Exits: connecting, ending, ended.
    case incoming
    /// Start accepted, until the provider reports that it connects. Exits: connecting, active, ending, ended.
    case dialing
    /// Outgoing: until connected. Incoming: answer delivered, until fulfilled. Exits: active, ending, ended.
    case connecting
    /// Both ends can talk. Exits: held, ending, ended.
    case active
    /// Put on hold by this side. Exits: active, ending, ended.
    case held
    /// An end-call action is with the provider. Exits: ended, or the state before if the provider refuses.
    case ending
    /// Over. No exit: the call leaves the registry at the end of the event.
    case ended
}
