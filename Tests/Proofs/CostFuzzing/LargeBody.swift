// SPDX-License-Identifier: MIT

import BusTesting

/// Arguments of many megabytes that are quick to make: a value of the bus library would take more memory than the
/// attacked service has.
enum LargeBody: CaseIterable {
    /// One string of bytes.
    case bytes
    /// Millions of empty lists.
    case lists
    /// Millions of variants.
    case variants
    /// One text.
    case text

    /// An `a{sv}` with one key whose value has about this many bytes.
    func dictionary(key: String, size: Int) -> [UInt8] {
        var entry = RawBytes()
        entry.append(string: Array(key.utf8))
        let size = size / 4 * 4
        switch self {
        case .bytes: appendArray("ay", [UInt8](repeating: 1, count: size), to: &entry)
        case .lists: appendArray("aay", [UInt8](repeating: 0, count: size), to: &entry)
        case .variants:
            // Doubled, because a loop over millions of elements takes a test build seconds.
            var variants: [UInt8] = [1, UInt8(ascii: "y"), 0, 1]
            while variants.count < size { variants += variants }
            appendArray("av", Array(variants.prefix(size)), to: &entry)
        case .text:
            entry.append(signature: Array("s".utf8))
            entry.append(string: [UInt8](repeating: UInt8(ascii: "x"), count: size))
        }
        var body = RawBytes()
        body.append(UInt32(entry.bytes.count))
        body.align(to: 8)
        body.append(entry.bytes)
        return body.bytes
    }

    private func appendArray(_ type: String, _ elements: [UInt8], to bytes: inout RawBytes) {
        bytes.append(signature: Array(type.utf8))
        bytes.append(UInt32(elements.count))
        bytes.append(elements)
    }
}
