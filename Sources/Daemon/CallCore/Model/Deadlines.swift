// SPDX-License-Identifier: MIT

/// How long a provider has for each kind of action, and how long a call has to connect; microseconds.
public struct Deadlines: Hashable, Sendable {
    /// For a start-call action.
    public var start: UInt64 = 600_000_000
    /// For an answer-call action.
    public var answer: UInt64 = 60_000_000
    /// For every other action. One that plays tones has their time in addition.
    public var other: UInt64 = 5_000_000
    /// For a hold or an end that makes room for an emergency call.
    public var emergency: UInt64 = 1_000_000
    /// From the fulfilment of a start until the call must be connected.
    public var connect: UInt64 = 600_000_000
    /// How long a refused caller may pass do-not-disturb when it rings again.
    public var repeatCaller: UInt64 = 180_000_000

    /// How long after an emergency call no cellular call is refused.
    public var emergencyWindow: UInt64 = 7_200_000_000

    /// CallKit's values.
    public init() {}

    func time(for kind: ActionKind) -> UInt64 {
        switch kind {
        case .start: start
        case .answer: answer
        case .end, .setHeld, .setMuted, .setGroup: other
        // The provider completes it after the last tone.
        case .playDTMF(let digits, _): other + ToneTime.of(digits)
        }
    }
}
