// SPDX-License-Identifier: MIT

/// An item of a HID report descriptor.
struct DescriptorItem {
    enum Kind: UInt8 {
        case main = 0
        case global = 1
        case local = 2
    }

    /// Nil for an item that says nothing about reports.
    let kind: Kind?
    let tag: UInt8
    /// How many bytes the value had: 0, 1, 2 or 4.
    let size: Int
    let value: UInt32

    /// Reads the item at the beginning of `bytes`, and removes it; nil if the item is incomplete.
    static func read(_ bytes: inout ArraySlice<UInt8>) -> DescriptorItem? {
        guard let prefix = bytes.popFirst() else { return nil }
        guard prefix != longItem else { return skipLong(&bytes) }
        let size = prefix & 3 == 3 ? 4 : Int(prefix & 3)
        guard bytes.count >= size else { return nil }
        let value = bytes.prefix(size).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        bytes = bytes.dropFirst(size)
        return DescriptorItem(kind: Kind(rawValue: prefix >> 2 & 3), tag: prefix >> 4, size: size, value: value)
    }

    /// A long item has the size of its data and a tag before the data. No device needs one.
    private static func skipLong(_ bytes: inout ArraySlice<UInt8>) -> DescriptorItem? {
        guard let size = bytes.first, bytes.count >= 2 + Int(size) else { return nil }
        bytes = bytes.dropFirst(2 + Int(size))
        return DescriptorItem(kind: nil, tag: 0, size: 0, value: 0)
    }

    private static let longItem: UInt8 = 0xFE
}
