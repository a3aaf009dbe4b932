// SPDX-License-Identifier: MIT

/// What the administrator has decided, for every domain alike.
public struct Policy: Hashable, Sendable {
    /// The most that clients can make the registry keep.
    public var limits = Limits()
    /// How long providers have.
    public var deadlines = Deadlines()
    /// The identifiers of the providers that are cellular, each with the uid that alone may register it.
    public var cellular: [String: UInt32] = [:]

    /// What holds where the administrator has decided nothing.
    public init() {}
}
