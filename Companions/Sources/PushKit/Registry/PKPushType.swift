// SPDX-License-Identifier: MIT

/// What pushes are for. On Linux only ``voIP`` ever gets a token.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A type with that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Incoming calls.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// Changes of a file provider. Never gets a token on Linux.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
    /// Updates of a complication of a watch. Never gets a token on Linux.
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
}
