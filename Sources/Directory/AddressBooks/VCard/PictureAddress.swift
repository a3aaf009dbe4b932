// SPDX-License-Identifier: MIT

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
