// SPDX-License-Identifier: MIT

/// The bytes between a browser and its native messaging host: before each message its length in four bytes, in the
/// order of the processor.
package struct MessageFrames {
    /// The longest message in bytes. The extension sends some hundred.
    package static let limit = 16_384

    /// Why no message can be read any more.
    package struct TooLong: Error, Hashable {
        package let length: UInt32

        package init(length: UInt32) { self.length = length }
    }

    private var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ new: ArraySlice<UInt8>) { bytes += new }

    /// Takes the next whole message; nil = it is not there yet.
    package mutating func next() throws(TooLong) -> [UInt8]? {
        guard bytes.count >= 4 else { return nil }
        let length = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        guard length <= Self.limit else { throw TooLong(length: length) }
        let end = 4 + Int(length)
        guard bytes.count >= end else { return nil }
        defer { bytes.removeFirst(end) }
        return Array(bytes[4..<end])
    }

    package static func frame(_ message: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message
    }
}
