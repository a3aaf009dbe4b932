// SPDX-License-Identifier: MIT

/// What the app is told besides the handle when it is asked to start a call.
public struct StartCallDetails: Hashable, Sendable {
    /// With pictures or not.
    public var video = false
    /// The contact it was chosen from; empty = none.
    public var contactIdentifier = ""
    /// Lets the app raise its window on Wayland; empty = none.
    public var activationToken = ""

    /// A call without pictures.
    public init() {}
}
