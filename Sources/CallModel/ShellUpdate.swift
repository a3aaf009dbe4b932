// SPDX-License-Identifier: MIT

/// A patch of a shell's state: nil leaves the value as it was.
public struct ShellUpdate: Hashable, Sendable {
    /// Whether calls are to be refused.
    public var doNotDisturb: Bool?
    /// Who may ring all the same.
    public var allowed: Set<Handle>?
    /// Whether a caller that tries again within three minutes may ring.
    public var repeatCallers: Bool?
    /// Whether a held call resumes although the other side ended the call it was held for.
    public var autoResume: Bool?
    /// The longest a call rings; microseconds, 0 = for ever.
    public var ringTimeout: UInt64?
    /// The identifier of the provider that is to call each kind of handle.
    public var defaultProviders: [Handle.Kind: String]?
    /// Where sound can go.
    public var routes: [Route]?
    /// Where it goes.
    public var route: String?

    /// The empty patch.
    public init() {}
}
