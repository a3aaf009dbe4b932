// SPDX-License-Identifier: MIT

import CallContract

/// Why a state cannot be read.
package struct UnreadableState: Error {
    /// The sentence for the log.
    package let message: String

    package init(message: String) { self.message = message }
}

/// Reads what `StateWriter` wrote, in the same order. Every byte may be wrong: then it throws and never traps.
package struct StateReader {
    private var rest: UnsafeRawBufferPointer
    /// Keeps the bytes.
    private let owner: AnyObject
    /// The format of the file. Values that an older format lacks have their defaults.
    let format: UInt8

    /// Reads bytes that stay as long as `owner` lives, without a copy.
    package init(_ bytes: UnsafeRawBufferPointer, of owner: AnyObject, format: UInt8) {
        (rest, self.owner, self.format) = (bytes, owner, format)
    }

    package init(_ bytes: [UInt8], format: UInt8 = StateWriter.format) {
        let copy = Copy(bytes)
        self.init(UnsafeRawBufferPointer(copy.bytes), of: copy, format: format)
    }

    private final class Copy {
        let bytes: UnsafeMutableRawBufferPointer

        init(_ bytes: [UInt8]) {
            self.bytes = .allocate(byteCount: bytes.count, alignment: 8)
            self.bytes.copyBytes(from: bytes)
        }

        deinit { bytes.deallocate() }
    }

    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func read<Value: Kept>(_: Value.Type = Value.self) throws(UnreadableState) -> Value {
        try Value(from: &self)
    }

    mutating func number() throws(UnreadableState) -> UInt64 {
        guard let number = try Varint.read({ () throws(UnreadableState) in try byte() }) else {
            throw UnreadableState(message: "A number is too large")
        }
        return number
    }

    mutating func word() throws(UnreadableState) -> UInt64 {
        UInt64(littleEndian: try take(8).loadUnaligned(as: UInt64.self))
    }

    package mutating func byte() throws(UnreadableState) -> UInt8 {
        try take(1)[0]
    }

    package mutating func text() throws(UnreadableState) -> String {
        let bytes = try take(try count())
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UnreadableState(message: "A text is not UTF-8")
        }
        return text
    }

    /// The length of a text or a list. Each item takes a byte at least.
    mutating func count() throws(UnreadableState) -> Int {
        guard let count = Int(exactly: try number()), count <= rest.count else {
            throw UnreadableState(message: "A list is longer than its record")
        }
        return count
    }

    private mutating func take(_ count: Int) throws(UnreadableState) -> UnsafeRawBufferPointer {
        guard count <= rest.count else { throw UnreadableState(message: "A record ends too early") }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
        return UnsafeRawBufferPointer(rebasing: rest[..<count])
    }
}
