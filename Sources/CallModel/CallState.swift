// SPDX-License-Identifier: MIT

/// Where a call is in its life.
public enum CallState: String, Hashable, Sendable, CaseIterable {
    /// Reported and not answered; also while an accepted answer is not delivered. Exits: connecting, ending, ended.
    case incoming
    /// Start accepted, until the provider says it is connecting. Exits: connecting, active, ending, ended.
    case dialing
    /// Outgoing: until connected. Incoming: answer delivered, until fulfilled. Exits: active, ending, ended.
    case connecting
    /// Both ends can talk. Exits: held, ending, ended.
    case active
    /// Put on hold by this side. Exits: active, ending, ended.
    case held
    /// An end-call action is with the provider. Exits: ended, or back when the provider refuses.
    case ending
    /// Over. No exit; the call leaves the registry in the same turn.
    case ended
}
