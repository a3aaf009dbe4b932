// SPDX-License-Identifier: MIT

extension RawBytes {
    /// Appends a value of any type. For a descriptor it writes only the index 0.
    public mutating func append(_ value: DBusValue) {
        switch value {
        case .byte(let number): append([number])
        case .bool(let flag): append(UInt32(flag ? 1 : 0))
        case .int16(let number): append(number)
        case .uint16(let number): append(number)
        case .int32(let number): append(number)
        case .uint32(let number): append(number)
        case .int64(let number): append(number)
        case .uint64(let number): append(number)
        case .double(let number): append(number.bitPattern)
        case .descriptor: append(UInt32(0))
        case .string(let text), .path(let text): append(string: Array(text.utf8))
        case .signature(let text): append(signature: Array(text.utf8))
        case .array(let element, let values):
            appendArray(of: element) { bytes in for value in values { bytes.append(value) } }
        case .dictionary(let key, let element, let values):
            appendArray(of: "{\(key)\(element)}") { bytes in
                for (key, value) in values {
                    bytes.align(to: 8)
                    bytes.append(key)
                    bytes.append(value)
                }
            }
        case .structure(let fields):
            align(to: 8)
            for field in fields { append(field) }
        case .variant(let inside):
            append(signature: Array(inside.signature.utf8))
            append(inside)
        }
    }

    /// Writes an array. Its length does not include the padding before the first element, which an empty array has too.
    private mutating func appendArray(of element: String, _ fill: (inout RawBytes) -> Void) {
        append(UInt32(0))
        let place = bytes.count - 4
        align(to: Self.alignment(of: element))
        let start = bytes.count
        fill(&self)
        replaceNumber(at: place, by: UInt32(bytes.count - start))
    }

    private static func alignment(of type: String) -> Int {
        switch type.first {
        case "y", "g", "v": 1
        case "n", "q": 2
        case "x", "t", "d", "(", "{": 8
        default: 4
        }
    }
}
