// SPDX-License-Identifier: MIT

/// The bytes of a fuzzer, read from front to back as decisions. After the last byte every decision is 0, so any bytes
/// are valid, and a shorter input is a simpler story.
public struct Input: ~Copyable {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Borrows the bytes, which must outlive this value.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether every byte was used.
    public var isAtEnd: Bool { position >= bytes.count }

    /// The next byte; 0 at the end.
    public mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number below `count`, which must be 1 to 256.
    public mutating func below(_ count: Int) -> Int { Int(byte()) % count }

    /// True or false.
    public mutating func flag() -> Bool { byte() & 1 == 1 }

    /// An element of `elements`, which must not be empty.
    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// A value or nil, each as often: a key is present or absent.
    public mutating func optional<Value>(_ value: (inout Input) -> Value) -> Value? { flag() ? value(&self) : nil }

    /// The next `count` bytes, or fewer at the end.
    public mutating func take(_ count: Int) -> [UInt8] {
        let end = min(bytes.count, position + count)
        defer { position = end }
        return Array(bytes[min(position, end)..<end])
    }

    /// All bytes that are left.
    public mutating func rest() -> [UInt8] { take(bytes.count) }
}
