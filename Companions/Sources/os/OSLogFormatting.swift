// SPDX-License-Identifier: MIT

internal import Foundation

/// The width of a value in a message.
public struct OSLogStringAlignment: Sendable {
    private enum Side { case left, right }
    private let side: Side
    /// Characters.
    private let width: Int

    /// As wide as the value.
    public static var none: Self { Self(side: .left, width: 0) }
    /// Spaces follow a short value.
    public static func left(columns: Int) -> Self { Self(side: .left, width: columns) }
    /// Spaces precede a short value.
    public static func right(columns: Int) -> Self { Self(side: .right, width: columns) }

    func pad(_ text: String) -> String {
        let spaces = String(repeating: " ", count: max(0, width - text.count))
        return side == .left ? text + spaces : spaces + text
    }
}

/// The form of an integer in a message.
public struct OSLogIntegerFormatting: Sendable {
    private let radix: Int
    private let prefix: String
    private let uppercase: Bool
    private let minDigits: Int
    private let explicitPositiveSign: Bool

    /// Digits.
    public static var decimal: Self { .decimal() }
    /// Hexadecimal digits.
    public static var hex: Self { .hex() }
    /// Octal digits.
    public static var octal: Self { .octal() }

    /// Digits. Zeros precede fewer than `minDigits`.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 1) -> Self {
        Self(
            radix: 10, prefix: "", uppercase: false, minDigits: minDigits, explicitPositiveSign: explicitPositiveSign)
    }

    /// Hexadecimal digits, after `0x` if it includes the prefix.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1
    ) -> Self {
        Self(
            radix: 16, prefix: includePrefix ? "0x" : "", uppercase: uppercase, minDigits: minDigits,
            explicitPositiveSign: explicitPositiveSign)
    }

    /// Octal digits, after `0o` if it includes the prefix.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1
    ) -> Self {
        Self(
            radix: 8, prefix: includePrefix ? "0o" : "", uppercase: uppercase, minDigits: minDigits,
            explicitPositiveSign: explicitPositiveSign)
    }

    func text(_ number: some FixedWidthInteger) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: uppercase)
        let zeros = String(repeating: "0", count: max(0, minDigits - digits.count))
        return (number < 0 ? "-" : explicitPositiveSign ? "+" : "") + prefix + zeros + digits
    }
}

/// The form of a number with a fraction in a message.
public struct OSLogFloatFormatting: Sendable {
    private let conversion: String
    private let precision: Int
    private let explicitPositiveSign: Bool

    /// Six digits after the point.
    public static var fixed: Self { .fixed() }
    /// A power of ten.
    public static var exponential: Self { .exponential() }
    /// The shorter one of the two.
    public static var hybrid: Self { .hybrid() }
    /// Hexadecimal digits and a power of two.
    public static var hex: Self { Self(conversion: "a", precision: 6, explicitPositiveSign: false) }

    /// So many digits after the point.
    public static func fixed(precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false) -> Self {
        Self(conversion: uppercase ? "F" : "f", precision: precision, explicitPositiveSign: explicitPositiveSign)
    }

    /// A power of ten, with so many digits after the point.
    public static func exponential(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> Self {
        Self(conversion: uppercase ? "E" : "e", precision: precision, explicitPositiveSign: explicitPositiveSign)
    }

    /// The shorter one of the two, with so many digits.
    public static func hybrid(precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false) -> Self {
        Self(conversion: uppercase ? "G" : "g", precision: precision, explicitPositiveSign: explicitPositiveSign)
    }

    func text(_ number: Double) -> String {
        String(format: "%\(explicitPositiveSign ? "+" : "").\(max(0, precision))\(conversion)", number)
    }
}

/// The form of a truth value in a message.
public enum OSLogBoolFormat: Sendable {
    /// `true` or `false`
    case truth
    /// `yes` or `no`
    case answer

    func text(_ value: Bool) -> String {
        switch self {
        case .truth: value ? "true" : "false"
        case .answer: value ? "yes" : "no"
        }
    }
}
