// SPDX-License-Identifier: MIT

internal import CallContract
internal import Glibc

/// The decoder of RFC 4648 for the values of cards, which contain white space.
///
/// Foundation's decoder refuses white space, or else it ignores every character that does not belong there. It also
/// takes any number of `=` at the end, and a copy of the value. A picture that is damaged in this way must be a fault
/// of its card.
enum Base64 {
    private static let padding: UInt8 = 64
    private static let space: UInt8 = 65
    private static let invalid: UInt8 = 66

    /// The six bits of each byte, or one of the values above: an address book has megabytes of base64.
    private static let values: [UInt8] = (UInt8.min...UInt8.max).map { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        case .equals: padding
        case .space, .tab: space
        default: invalid
        }
    }

    /// Whether base64 contains the byte.
    static func contains(_ byte: UInt8) -> Bool { values[Int(byte)] <= padding }

    /// The decoded bytes; nil if the text has other characters than base64 and white space, or is cut off.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        values.withUnsafeBufferPointer { values in
            text.withUnsafeBufferPointer { text in decode(text, values) }
        }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count, paddings) = (UInt32(0), 0, 0)
        for byte in text {
            let value = values[Int(byte)]
            if value == space { continue }
            guard value <= padding, value == padding || paddings == 0 else { return nil }
            if value == padding { paddings += 1 }
            bits = bits << 6 | UInt32(value & 0x3F)
            count += 1
            guard count == 4 else { continue }
            guard paddings < 3 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            if paddings < 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
            if paddings < 1 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
            (bits, count) = (0, 0)
        }
        return count == 0 ? bytes : nil
    }
}

/// The decoder of quoted-printable text (RFC 2045), whose soft line breaks are joined already.
enum QuotedPrintable {
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == .equals else {
                bytes.append(byte)
                continue
            }
            if let high = rest.first?.hexDigit, let low = rest.dropFirst().first?.hexDigit {
                bytes.append(high << 4 | low)
                rest.removeFirst(2)
            } else if rest.first != .equals {
                // It is no escape, so the writer meant the character. Before another one it was a soft line break in a
                // folded line.
                bytes.append(byte)
            }
        }
        return bytes
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit.
    fileprivate var hexDigit: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }
}

/// The character sets that vCard 2.1 names in CHARSET.
enum Charset {
    /// The text. A byte that is not valid in the character set gives the replacement character.
    static func decode(_ bytes: ArraySlice<UInt8>, _ name: String?, isVersion2: Bool) -> String {
        if let name, let converted = convert(bytes, from: name.uppercased()) { return converted }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // vCard 2.1 has no default, and the phones that wrote it used the character set of Western Europe.
        if isVersion2, let text = convert(bytes, from: "WINDOWS-1252") { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Only these names reach iconv, because it loads a module for each, and some modules had holes.
    private static let known: Set<String> = [
        "ISO-8859-1", "ISO-8859-2", "ISO-8859-5", "ISO-8859-7", "ISO-8859-9", "ISO-8859-15",
        "WINDOWS-1250", "WINDOWS-1251", "WINDOWS-1252", "WINDOWS-1253", "WINDOWS-1254", "KOI8-R",
        "SHIFT_JIS", "EUC-JP", "EUC-KR", "GB2312", "GBK", "GB18030", "BIG5",
    ]

    /// Nil if the character set is not known, if the machine lacks it, or if the bytes are not valid in it.
    private static func convert(_ bytes: ArraySlice<UInt8>, from name: String) -> String? {
        guard known.contains(name) else { return nil }
        let converter = iconv_open("UTF-8", name)
        guard let converter, converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // No character of these sets takes more than four times its bytes in UTF-8.
        var output = [CChar](repeating: 0, count: bytes.count * 4)
        let length: Int? = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (from, left) = (input.baseAddress, input.count)
                var (to, room) = (output.baseAddress, output.count)
                guard iconv(converter, &from, &left, &to, &room) != -1, left == 0 else { return nil }
                return output.count - room
            }
        }
        guard let length else { return nil }
        return String(validating: output.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The escapes of values.
enum VCardText {
    /// The parts of a value between separators that are not escaped, without escapes. A value without separators is one
    /// part.
    static func parts(_ value: String, separator: Unicode.Scalar) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if isEscaped {
                isEscaped = false
                switch scalar {
                case "n", "N": parts[parts.count - 1].append("\n")
                case "\\", ",", ";", ":": parts[parts.count - 1].append(scalar)
                // vCard 2.1 escapes nothing but a semicolon.
                default: parts[parts.count - 1].append(contentsOf: ["\\", scalar])
                }
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == separator {
                parts.append(String.UnicodeScalarView())
            } else {
                parts[parts.count - 1].append(scalar)
            }
        }
        return parts.map { String($0) }
    }

    /// The value without escapes.
    static func plain(_ value: String) -> String {
        // No value contains this character: it is a control character.
        parts(value, separator: "\u{0}").joined(separator: " ")
    }

    /// A text for one line on a screen: without control characters, with single spaces, and at most `limit` scalars.
    static func line(_ text: String, limit: Int) -> String {
        var line = String.UnicodeScalarView()
        var (count, isSpaceDue) = (0, false)
        for scalar in text.unicodeScalars {
            if isGap(scalar) {
                isSpaceDue = count > 0
                continue
            }
            let added = isSpaceDue ? 2 : 1
            guard count + added <= limit else { break }
            if isSpaceDue { line.append(" ") }
            line.append(scalar)
            (count, isSpaceDue) = (count + added, false)
        }
        return String(line)
    }

    /// Whether it is white space or a control character. Most characters are ASCII, and their properties are slow.
    private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
}

/// A `data:` URI (RFC 2397).
enum DataAddress {
    /// The base64 text of the URI; nil for another URI, and for data in another encoding. Some programs escape the
    /// comma.
    static func base64(in value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard value.prefix(5).equals("DATA:"), let comma = value.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        var head = value[..<comma]
        if head.last == UInt8(ascii: "\\") { head.removeLast() }
        return head.suffix(7).equals(";BASE64") ? value[(comma + 1)...] : nil
    }
}

/// A `file:` URI (RFC 8089).
enum FileAddress {
    /// The absolute path of the URI, decoded once; nil for another URI, a file of another machine, or an invalid path.
    static func path(_ text: String) -> String? {
        guard text.prefix(5).lowercased() == "file:" else { return nil }
        var rest = text.dropFirst(5)
        if rest.hasPrefix("//localhost/") {
            rest = rest.dropFirst(11)
        } else if rest.hasPrefix("///") {
            rest = rest.dropFirst(2)
        }
        guard rest.hasPrefix("/"), !rest.hasPrefix("//"), let path = rest.percentDecoded else { return nil }
        return path.utf8.contains(0) ? nil : path
    }
}
