// SPDX-License-Identifier: MIT

/// The bytes of a fuzzer, taken from front to back as decisions. At the end every decision is 0, so that any bytes mean
/// something, and a shorter input is a simpler story.
public struct Input: ~Copyable {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Lends the bytes; they live longer than this.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether every byte is taken.
    public var isAtEnd: Bool { position >= bytes.count }

    /// The next byte.
    public mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number below `count`, which is at most 256.
    public mutating func below(_ count: Int) -> Int { Int(byte()) % count }

    /// One of two.
    public mutating func flag() -> Bool { byte() & 1 == 1 }

    /// One of a list that is not empty.
    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// A value, or as often none: a key that is there, or is not.
    public mutating func optional<Value>(_ value: (inout Input) -> Value) -> Value? { flag() ? value(&self) : nil }

    /// So many bytes, or those that are left.
    public mutating func take(_ count: Int) -> [UInt8] {
        let end = min(bytes.count, position + count)
        defer { position = end }
        return Array(bytes[min(position, end)..<end])
    }

    /// All bytes that are left.
    public mutating func rest() -> [UInt8] { take(bytes.count) }
}
