// SPDX-License-Identifier: MIT

/// The facts of `reportExistingCall` about a call that goes on.
public struct ExistingCall: Hashable, Sendable {
    /// `incoming` if not `outgoing`; `dialing` or `connecting` if `outgoing`; `active`; or `held`.
    public var state: CallState = .active
    /// True when this side placed the call.
    public var outgoing = false
    /// Whether the microphone is muted; nil = unchanged if the registry knows the call, else false.
    public var muted: Bool?
    /// The group that the call belongs to; nil = none.
    public var group: GroupID?
    /// The call that it was held for; nil = none. Ignored in every other state than `held`.
    public var heldFor: CallID?
    /// When it was started; 0 = unknown.
    public var startedAt: Time = 0
    /// When both ends could talk; 0 = unknown. Ignored in every other state than `active` and `held`.
    public var connectedAt: Time = 0
    /// The other facts about the call.
    public var update = CallUpdate()

    /// An active incoming call without any other known facts.
    public init() {}
}
