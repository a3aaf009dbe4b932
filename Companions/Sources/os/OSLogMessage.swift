// SPDX-License-Identifier: MIT

public import Foundation

/// A text with values, each with its privacy. Made from a string literal. Its values are computed only if the message
/// is written.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    private let parts: [Part]

    /// A message without values.
    public init(stringLiteral value: String) { parts = [.literal(value)] }
    /// A message with values.
    public init(stringInterpolation: OSLogInterpolation) { parts = stringInterpolation.parts }

    func text(showsPrivate: Bool) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .value(let text, let privacy, let align, let isScalar):
                align.pad(privacy.shown(text(), isScalar: isScalar, showsPrivate: showsPrivate))
            }
        }.joined()
    }

    enum Part {
        case literal(String)
        case value(() -> String, OSLogPrivacy, OSLogStringAlignment, isScalar: Bool)
    }
}

/// The literal of an ``OSLogMessage``.
public struct OSLogInterpolation: StringInterpolationProtocol {
    var parts: [OSLogMessage.Part] = []

    /// An empty literal. The sizes have no effect.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a part of the text.
    public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { parts.append(.literal(literal)) }
    }

    /// Appends a text, which is private by default.
    public mutating func appendInterpolation(
        _ text: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value(text, privacy, align, isScalar: false))
    }

    /// Appends the description of a value, which is private by default.
    // Numbers are values of this type too.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> some CustomStringConvertible, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value({ value().description }, privacy, align, isScalar: false))
    }

    /// Appends the description of an object, which is private by default.
    public mutating func appendInterpolation(
        _ object: @autoclosure @escaping () -> NSObject?, privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value({ object()?.description ?? "(null)" }, privacy, .none, isScalar: false))
    }

    /// Appends an error, which is private by default.
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value({ "\(error())" }, privacy, .none, isScalar: false))
    }

    /// Appends the name of a type, which is public by default.
    public mutating func appendInterpolation(
        _ type: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value({ "\(type())" }, privacy, align, isScalar: true))
    }

    /// Appends a number, which is public by default.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> some FixedWidthInteger, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value({ format.text(number()) }, privacy, align, isScalar: true))
    }

    /// Appends a number, which is public by default.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value({ format.text(Double(number())) }, privacy, align, isScalar: true))
    }

    /// Appends a number, which is public by default.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value({ format.text(number()) }, privacy, align, isScalar: true))
    }

    /// Appends a truth value, which is public by default.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value({ format.text(boolean()) }, privacy, .none, isScalar: true))
    }

    /// Appends an address, which is public by default.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawPointer?, privacy: OSLogPrivacy = .auto
    ) {
        parts.append(.value({ pointer().map { "\($0)" } ?? "0x0" }, privacy, .none, isScalar: true))
    }
}

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
