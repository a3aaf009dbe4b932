// SPDX-License-Identifier: MIT

internal import Foundation

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
