// SPDX-License-Identifier: MIT

/// A `data:` URI (RFC 2397).
enum DataAddress {
    /// The base64 text of the URI; nil for another URI, and for data in another encoding.
    static func base64(in text: String) -> Substring? {
        guard text.prefix(5).lowercased() == "data:", let comma = text.firstIndex(of: ","),
            text[..<comma].lowercased().hasSuffix(";base64")
        else { return nil }
        return text[text.index(after: comma)...]
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
        guard rest.hasPrefix("/"), !rest.hasPrefix("//") else { return nil }
        var bytes: [UInt8] = []
        var encoded = Array(rest.utf8)[...]
        while let byte = encoded.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = encoded.popFirst()?.hexDigit, let low = encoded.popFirst()?.hexDigit else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}
