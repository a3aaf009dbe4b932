// SPDX-License-Identifier: MIT

/// Frames of the form `5:hello,`.
struct Netstrings {
    private var bytes: [UInt8] = []

    static func frame(_ content: [UInt8]) -> [UInt8] {
        Array("\(content.count):".utf8) + content + [UInt8(ascii: ",")]
    }

    mutating func append(_ chunk: some Sequence<UInt8>) { bytes += chunk }

    /// The next whole frame.
    mutating func next() -> [UInt8]? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let count = Int(String(decoding: bytes[..<colon], as: UTF8.self))
        else { return nil }
        let start = colon + 1
        guard bytes.count > start + count else { return nil }
        defer { bytes.removeFirst(start + count + 1) }
        return Array(bytes[start..<start + count])
    }
}
