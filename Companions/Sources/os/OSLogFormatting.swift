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

/// A format as of `printf` with privacy: `%{public}@`, `%{private, mask.hash}d`.
///
/// A format and its arguments come from the app and are never checked by a compiler here. So a text takes every
/// argument, and a missing argument is named in the message.
struct MessageFormat {
    private let format: Substring

    init(_ format: StaticString) {
        self.format = Substring(format.withUTF8Buffer { String(decoding: $0, as: UTF8.self) })
    }

    func text(_ arguments: [any CVarArg], showsPrivate: Bool) -> String {
        var (rest, next, text) = (format, arguments[...], "")
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
            } else {
                text += Self.value(Self.options(&rest), Self.specifier(&rest), &next, showsPrivate: showsPrivate)
            }
        }
        return text + rest
    }

    /// The words in the braces.
    private static func options(_ rest: inout Substring) -> [Substring] {
        guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return [] }
        defer { rest = rest[end...].dropFirst() }
        return rest[..<end].dropFirst().split { $0 == "," || $0 == " " }
    }

    /// Flags, width, precision, length and conversion.
    private static func specifier(_ rest: inout Substring) -> Substring {
        let end = rest.firstIndex { !"0123456789.-+ #'*hlqLztj".contains($0) } ?? rest.endIndex
        let specifier = rest[..<end] + rest[end...].prefix(1)
        rest = rest[end...].dropFirst()
        return Substring(specifier)
    }

    private static func value(
        _ options: [Substring], _ specifier: Substring, _ next: inout ArraySlice<any CVarArg>, showsPrivate: Bool
    ) -> String {
        let conversion = specifier.last
        if conversion == "m" { return String(cString: strerror(errno)) }
        // Each `*` takes an argument too.
        let count = 1 + specifier.count { $0 == "*" }
        guard next.count >= count, let argument = next.dropFirst(count - 1).first else { return "<missing argument>" }
        defer { next = next.dropFirst(count) }
        let isScalar = conversion != "@" && conversion != "s"
        let text = isScalar ? scalar(specifier, next.prefix(count)) : describe(argument)
        return privacy(options).shown(text, isScalar: isScalar, showsPrivate: showsPrivate)
    }

    /// A number. A text or an object in its place has no digits.
    private static func scalar(_ specifier: Substring, _ arguments: ArraySlice<any CVarArg>) -> String {
        let isNumber = arguments.allSatisfy { $0 is any BinaryInteger || $0 is any BinaryFloatingPoint || $0 is Bool }
        let isPointer = specifier.last == "p"
        guard isNumber || isPointer else { return arguments.last.map(describe) ?? "" }
        return String(format: "%\(specifier)", arguments: Array(arguments))
    }

    private static func describe(_ argument: any CVarArg) -> String {
        switch argument {
        case let text as UnsafePointer<CChar>: String(cString: text)
        case let text as UnsafeMutablePointer<CChar>: String(cString: text)
        default: "\(argument)"
        }
    }

    private static func privacy(_ options: [Substring]) -> OSLogPrivacy {
        let mask: OSLogPrivacy.Mask = options.contains("mask.hash") ? .hash : .none
        if options.contains("public") { return .public }
        if options.contains("sensitive") { return .sensitive(mask: mask) }
        if options.contains("private") { return .private(mask: mask) }
        return .auto(mask: mask)
    }
}
