// SPDX-License-Identifier: MIT

/// The details that an app gets besides the handle when it is asked to start a call.
public struct StartCallDetails: Hashable, Sendable {
    /// Whether it should be a video call.
    public var video = false
    /// The identifier of the contact that the user chose; empty = none.
    public var contactIdentifier = ""
    /// The name by which the user knows the other side; empty = none. An app in a sandbox does not get it.
    public var displayName = ""
    /// Lets the app raise its window on Wayland; empty = none.
    public var activationToken = ""

    /// An audio call.
    public init() {}
}
