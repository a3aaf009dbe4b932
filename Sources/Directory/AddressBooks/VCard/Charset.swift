// SPDX-License-Identifier: MIT

internal import Glibc

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
