// SPDX-License-Identifier: MIT

/// Marshals values in little-endian order with the padding of D-Bus. It checks nothing.
public struct RawBytes {
    /// The bytes so far.
    public private(set) var bytes: [UInt8] = []

    /// Begins empty.
    public init() {}

    /// A single string as the body of a message; the bytes may be invalid UTF-8.
    public static func string(_ text: [UInt8]) -> [UInt8] {
        var writer = RawBytes()
        writer.append(string: text)
        return writer.bytes
    }

    /// Adds zeros up to a multiple of `size`.
    public mutating func align(to size: Int) {
        while bytes.count % size != 0 { bytes.append(0) }
    }

    /// Appends bytes as they are.
    public mutating func append(_ raw: [UInt8]) { bytes += raw }

    /// A number, aligned to its size.
    public mutating func append(_ number: some FixedWidthInteger) {
        align(to: number.bitWidth / 8)
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    /// A string or object path: length, bytes, NUL.
    public mutating func append(string: [UInt8]) {
        append(UInt32(string.count))
        bytes += string + [0]
    }

    /// A signature: length in one byte, bytes, NUL.
    public mutating func append(signature: [UInt8]) {
        bytes += [UInt8(truncatingIfNeeded: signature.count)] + signature + [0]
    }

    /// Replaces a number that was not known before.
    mutating func replaceNumber(at place: Int, by number: UInt32) {
        withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
    }
}
