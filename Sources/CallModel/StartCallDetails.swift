// SPDX-License-Identifier: MIT

/// The details that an app gets besides the handle when it is asked to start a call.
public struct StartCallDetails: Hashable, Sendable {
    /// Whether it should be a video call.
    public var video = false
    /// The identifier of the contact that the user chose; empty = none.
    public var contactIdentifier = ""
    /// Lets the app raise its window on Wayland; empty = none.
    public var activationToken = ""

    /// An audio call.
    public init() {}
}
