// SPDX-License-Identifier: MIT

/// How long a provider has for each kind of action, and a call to connect; microseconds.
public struct Deadlines: Hashable, Sendable {
    /// To place a call.
    public var start: UInt64 = 600_000_000
    /// To pick one up.
    public var answer: UInt64 = 60_000_000
    /// For anything else.
    public var other: UInt64 = 5_000_000
    /// To hold or end a call that an emergency call needs the room of.
    public var emergency: UInt64 = 1_000_000
    /// For an outgoing call to connect, once its start is fulfilled.
    public var connect: UInt64 = 600_000_000
    /// For how long a caller that rings again passes do-not-disturb.
    public var repeatCaller: UInt64 = 180_000_000

    /// The numbers of CallKit.
    public init() {}

    func time(for kind: ActionKind) -> UInt64 {
        switch kind {
        case .start: start
        case .answer: answer
        case .end, .setHeld, .setMuted, .setGroup, .playDTMF: other
        }
    }
}
