// SPDX-License-Identifier: MIT

internal import GRDB

/// Applies ascending changes to the blocks of a list, and rewrites only the blocks that contain a change. A block that
/// becomes too long is split evenly; one that becomes too short is joined with the next.
///
/// Use it inside one transaction: rows are missing between `apply` and `finish`.
struct BlockEditor {
    /// A number that is removed, or added with its label. A number that is there already gets the new label.
    struct Change {
        let number: Int64
        let isRemoved: Bool
        let label: String?
    }

    private let db: Database
    private let table: BlockTable
    /// The entries of the last block that was read, and the first of them that is not in `new` yet.
    private var old = Block()
    private var place = 0
    /// The entries of the blocks that will replace those that were read.
    private var new = Block()
    /// Where the block begins that follows those that were read; nil if none follows. `old` reaches to it.
    private var next: Int64?
    private var isOpen = false

    /// How many entries the list has gained.
    private(set) var gained = 0

    init(_ table: BlockTable, in db: Database) {
        self.table = table
        self.db = db
    }

    /// The number is greater than those of all earlier changes.
    mutating func apply(_ change: Change) throws {
        try reach(change.number)
        copyOld(below: change.number)
        let isThere = place < old.count && old.numbers[place] == change.number
        if isThere { place += 1 }
        if !change.isRemoved { new.append(change.number, change.label) }
        gained += (change.isRemoved ? 0 : 1) - (isThere ? 1 : 0)
    }

    /// Writes what is left.
    mutating func finish() throws {
        guard isOpen else { return }
        copyOld(below: .max)
        while try joinNext() { copyOld(below: .max) }
        try write(new.count)
        isOpen = false
    }

    /// Reads the block that has, or would have, the number.
    private mutating func reach(_ number: Int64) throws {
        while isOpen {
            if new.count >= 2 * Block.capacity { try write(Block.capacity) }
            guard let next, next <= number else { return }
            copyOld(below: .max)
            guard try !joinNext() else { continue }
            try write(new.count)
            isOpen = false
        }
        isOpen = true
        if let block = try table.block(for: number, in: db) { try read(block) }
    }

    /// Reads the next block if the entries so far are too few for a block of their own.
    private mutating func joinNext() throws -> Bool {
        guard let next, 1..<Block.minimum ~= new.count, let block = try table.block(after: next - 1, in: db) else {
            return false
        }
        try read(block)
        return true
    }

    private mutating func read(_ block: Block) throws {
        (old, place) = (block, 0)
        let first = block.numbers[0]
        try table.remove(first: first, in: db)
        next = try table.first(after: first, in: db)
    }

    private mutating func copyOld(below number: Int64) {
        let start = place
        while place < old.count, old.numbers[place] < number { place += 1 }
        new.append(start..<place, of: old)
    }

    /// Writes the first `count` entries of `new` as blocks of even length.
    private mutating func write(_ count: Int) throws {
        guard count > 0 else { return }
        let blocks = (count + Block.capacity - 1) / Block.capacity
        let bounds = (0...blocks).map { $0 * count / blocks }
        try table.insert(zip(bounds, bounds.dropFirst()).map { BlockTable.Row(new, $0..<$1) }, in: db)
        var rest = Block()
        rest.append(count..<new.count, of: new)
        new = rest
    }
}

/// The changes of an incremental load in ascending order: its removals, and its additions from their rows. Of two
/// changes of one number the later one remains.
struct BlockChanges {
    private let additions: BlockTable
    private let removed: [Int64]
    private let removedLate: Set<Int64>
    private var block: Block?
    private var place = 0
    private var removal = 0

    init(_ staging: Staging, additions: BlockTable, in db: Database) throws {
        self.additions = additions
        removed = staging.removed.sorted()
        removedLate = Set(staging.removedLate)
        block = try additions.block(after: 0, in: db)
    }

    mutating func next(in db: Database) throws -> BlockEditor.Change? {
        let addition = block.map { $0.numbers[place] }
        guard removal < removed.count, removed[removal] <= addition ?? .max else {
            return try addition == nil ? nil : takeAddition(in: db)
        }
        let number = removed[removal]
        while removal < removed.count, removed[removal] == number { removal += 1 }
        if number == addition {
            let change = try takeAddition(in: db)
            if !removedLate.contains(number) { return change }
        }
        return BlockEditor.Change(number: number, isRemoved: true, label: nil)
    }

    private mutating func takeAddition(in db: Database) throws -> BlockEditor.Change? {
        guard let block else { return nil }
        let number = block.numbers[place]
        let label = block.labels.isEmpty ? nil : block.labels[place]
        place += 1
        if place == block.count {
            place = 0
            self.block = try additions.block(after: number, in: db)
        }
        return BlockEditor.Change(number: number, isRemoved: false, label: label)
    }
}
