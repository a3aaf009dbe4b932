// SPDX-License-Identifier: MIT

/// How a call that goes on stands, for `reportExistingCall`.
public struct ExistingCall: Hashable, Sendable {
    /// A state that a call can be met in: any but `ending` and `ended`.
    public var state: CallState = .active
    /// True when this side placed the call.
    public var outgoing = false
    /// Whether the microphone is muted.
    public var muted = false
    /// The group it belongs to; nil = alone.
    public var group: GroupID?
    /// The call that it was held for; nil = none. Without meaning unless it is held.
    public var heldFor: CallID?
    /// When it was started; 0 = unknown.
    public var startedAt: Time = 0
    /// When both ends could talk; 0 = unknown. Without meaning before it is active.
    public var connectedAt: Time = 0
    /// Everything that an update may say.
    public var update = CallUpdate()

    /// An active incoming call that nothing more is known of.
    public init() {}
}
