// SPDX-License-Identifier: MIT

/// Future items, taken in the order of their time. Items of the same time keep the order in which they were put in.
struct Agenda<Item> {
    private struct Entry {
        let time: UInt64
        let number: UInt64
        let item: Item

        func precedes(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    /// A heap: no entry precedes its parent at (place - 1) / 2.
    private var entries: [Entry] = []
    private var lastNumber: UInt64 = 0

    /// The time of the next item; nil = empty.
    var nextTime: UInt64? { entries.first?.time }

    mutating func put(_ item: Item, at time: UInt64) {
        lastNumber += 1
        entries.append(Entry(time: time, number: lastNumber, item: item))
        var place = entries.count - 1
        while place > 0, entries[place].precedes(entries[(place - 1) / 2]) {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func take() -> Item? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        guard !entries.isEmpty else { return first.item }
        entries[0] = last
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
                if entries[child].precedes(entries[least]) { least = child }
            }
            guard least != place else { return first.item }
            entries.swapAt(place, least)
            place = least
        }
    }
}
