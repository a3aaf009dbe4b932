// SPDX-License-Identifier: MIT

/// What a provider says about a call: a patch, in which nil leaves the value as it was.
public struct CallUpdate: Hashable, Sendable {
    /// Whom the call is with; `.some(nil)` makes the caller anonymous.
    public var remoteHandle: Handle??
    /// The name to show for the caller.
    public var localizedCallerName: String?
    /// The contact's identifier.
    public var contactIdentifier: String?
    /// With pictures or not.
    public var hasVideo: Bool?
    /// It can be put on hold.
    public var supportsHolding: Bool?
    /// It can be merged.
    public var supportsGrouping: Bool?
    /// It can go private.
    public var supportsUngrouping: Bool?
    /// It can play tones.
    public var supportsDTMF: Bool?
    /// A call for help. Of cellular providers only.
    public var emergency: Bool?
    /// It went on hold, or came back. From providers that hold by themselves only; others are told.
    public var onHold: Bool?

    /// The empty patch.
    public init() {}
}
