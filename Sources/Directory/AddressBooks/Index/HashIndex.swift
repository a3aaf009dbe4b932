// SPDX-License-Identifier: MIT

/// A table from hashes to numbers of entries, eight bytes each. Several entries may have a hash, and different values
/// may share one, so the reader compares the entries.
struct HashIndex {
    /// The hash in the upper half and the number + 2 in the lower half; 0 is free, 1 was freed.
    private var slots = [UInt64](repeating: 0, count: 16)
    /// The slots that are not free, those that were freed included.
    private var used = 0
    private var count = 0

    /// The hash of a value, which differs in every process: no address book can be made to collide.
    static func hash(_ book: UInt32 = 0, _ text: some Sequence<UInt8>) -> UInt32 {
        var hasher = Hasher()
        hasher.combine(book)
        for byte in text { hasher.combine(byte) }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }

    func entries(_ hash: UInt32) -> [Int] {
        var entries: [Int] = []
        visit(hash) { slot in
            entries.append(Int(UInt32(truncatingIfNeeded: slots[slot])) - 2)
            return false
        }
        return entries
    }

    mutating func insert(_ hash: UInt32, _ entry: Int) {
        if (used + 1) * 4 > slots.count * 3 { grow() }
        place(UInt64(hash) << 32 | UInt64(entry + 2))
    }

    mutating func remove(_ hash: UInt32, _ entry: Int) {
        var found: Int?
        visit(hash) { slot in
            guard slots[slot] == UInt64(hash) << 32 | UInt64(entry + 2) else { return false }
            found = slot
            return true
        }
        guard let found else { return }
        slots[found] = 1
        count -= 1
    }

    /// Calls `body` with each slot that has the hash, until it returns true.
    private func visit(_ hash: UInt32, _ body: (Int) -> Bool) {
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            if slots[slot] > 1, UInt32(truncatingIfNeeded: slots[slot] >> 32) == hash, body(slot) { return }
            slot = (slot + 1) & (slots.count - 1)
        }
    }

    private mutating func place(_ value: UInt64) {
        var slot = Int(value >> 32) & (slots.count - 1)
        while slots[slot] > 1 { slot = (slot + 1) & (slots.count - 1) }
        if slots[slot] == 0 { used += 1 }
        slots[slot] = value
        count += 1
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: count * 2 > slots.count ? slots.count * 2 : slots.count)
        (used, count) = (0, 0)
        for value in old where value > 1 { place(value) }
    }
}
