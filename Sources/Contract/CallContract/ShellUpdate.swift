// SPDX-License-Identifier: MIT

/// A change of a shell's state; nil = unchanged.
public struct ShellUpdate: Hashable, Sendable {
    /// Whether do-not-disturb is on, so that the registry refuses calls.
    public var doNotDisturb: Bool?
    /// The callers that may ring despite do-not-disturb.
    public var allowed: Set<Handle>?
    /// The callers that may ring despite do-not-disturb, if the user knows them so.
    public var allowedRelations: Set<Relation>?
    /// Whether a refused caller may ring if it tries again within the time of the policy, by default three minutes.
    public var repeatCallers: Bool?
    /// Whether the calls that ring and that do-not-disturb would refuse now are silenced. Not part of the state.
    public var silenceRinging = false
    /// Whether a held call resumes although the other side ended the call it was held for.
    public var autoResume: Bool?
    /// Whether the shell mutes the streams of calls that their providers cannot mute.
    public var mutesStreams: Bool?
    /// The longest time that a call rings, in microseconds; 0 = no limit.
    public var ringTimeout: UInt64?
    /// The identifier of the provider that the user prefers for each kind of handle.
    public var defaultProviders: [Handle.Kind: String]?
    /// The possible routes of call audio.
    public var routes: [Route]?
    /// The name of the route in use; empty = unknown.
    public var route: String?

    /// An update that changes nothing.
    public init() {}
}
