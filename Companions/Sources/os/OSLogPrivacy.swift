// SPDX-License-Identifier: MIT

/// Whether a value may appear in a log.
public struct OSLogPrivacy: Hashable, Sendable {
    /// What replaces a value that may not appear.
    public enum Mask: Hashable, Sendable {
        /// A number that is the same for equal values, until the process exits.
        case hash
        /// `<private>`
        case none
    }

    enum Kind { case `public`, `private`, sensitive, auto }

    let kind: Kind
    let mask: Mask

    /// Always appears.
    public static var `public`: Self { Self(kind: .public, mask: .none) }
    /// Appears in messages of `debug` and `trace` only.
    public static var `private`: Self { .private(mask: .none) }
    /// Never appears.
    public static var sensitive: Self { .sensitive(mask: .none) }
    /// Numbers, truth values and types are public; texts and objects are private.
    public static var auto: Self { .auto(mask: .none) }

    /// As ``private``, with what replaces the value.
    public static func `private`(mask: Mask) -> Self { Self(kind: .private, mask: mask) }
    /// As ``sensitive``, with what replaces the value.
    public static func sensitive(mask: Mask) -> Self { Self(kind: .sensitive, mask: mask) }
    /// As ``auto``, with what replaces the value.
    public static func auto(mask: Mask) -> Self { Self(kind: .auto, mask: mask) }

    /// The value as the log has it.
    func shown(_ value: String, isScalar: Bool, showsPrivate: Bool) -> String {
        let appears =
            switch kind {
            case .public: true
            case .private: showsPrivate
            case .sensitive: false
            case .auto: isScalar || showsPrivate
            }
        if appears { return value }
        return switch mask {
        case .none: "<private>"
        case .hash: "<mask.hash: '\(String(UInt(bitPattern: value.hashValue), radix: 16))'>"
        }
    }
}
