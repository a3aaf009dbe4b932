// SPDX-License-Identifier: MIT

internal import CallContract
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

/// What a load has given for one list so far: ascending entries, which go to the rows of the load's version, and
/// removals.
struct Staging: Sendable {
    let kind: ListKind
    let isIncremental: Bool
    private let limits: ListLimits

    /// The entries that do not fill a block yet.
    private var block = Block()
    /// Full blocks that are not in the database yet.
    private var rows: [BlockTable.Row] = []
    private var bytes = 0
    private var last: Int64 = 0

    /// Entries since the beginning, or since everything was removed.
    private(set) var count = 0
    /// Whether nothing remains of the old list.
    private(set) var replaces: Bool
    /// The numbers that are removed from the old list, in any order.
    private(set) var removed: [Int64] = []
    /// Those among them that were removed when this load had passed them, so that they are not added again.
    private(set) var removedLate: [Int64] = []

    /// Blocks go to the database when they have this many bytes: a transaction then takes a millisecond, and the
    /// history can write between two of them.
    private static let enough = 128 << 10

    init(_ kind: ListKind, isIncremental: Bool, limits: ListLimits) {
        self.kind = kind
        self.isIncremental = isIncremental
        self.limits = limits
        replaces = !isIncremental
    }

    /// Whether `takeRows` should be called.
    var isFull: Bool { bytes >= Self.enough }

    mutating func append(_ number: Int64, label: String?) throws(ListError) {
        guard number > last, number <= ListLimits.greatestNumber else { throw problem(number) }
        if let label {
            guard !label.isEmpty else {
                throw ListError(.unknown, "The label of entry \(count + 1) is empty; leave the entry out.")
            }
            try Self.check(label, at: count + 1, limits)
        }
        last = number
        count += 1
        block.append(number, label)
        if block.count == Block.capacity { closeBlock() }
    }

    mutating func remove(_ number: Int64) throws(ListError) {
        try checkRemoval()
        guard 1...ListLimits.greatestNumber ~= number else { throw outOfRange("A removed number") }
        guard removed.count < limits.removals else {
            throw ListError(
                .maximumEntriesExceeded,
                "An incremental load cannot remove more than \(limits.removals) entries; load the complete list.")
        }
        removed.append(number)
        // The entries ascend, so a number that the load has passed cannot be added later.
        if number <= last { removedLate.append(number) }
    }

    /// The caller removes the rows of the load's version.
    mutating func removeAll() throws(ListError) {
        try checkRemoval()
        self = Staging(kind, isIncremental: isIncremental, limits: limits)
        replaces = true
    }

    /// The blocks to insert. `isEnd` includes the last one, which may be short.
    mutating func takeRows(isEnd: Bool) -> [BlockTable.Row] {
        if isEnd, block.count > 0 { closeBlock() }
        defer { (rows, bytes) = ([], 0) }
        return rows
    }

    private mutating func closeBlock() {
        let row = BlockTable.Row(block, 0..<block.count)
        bytes += row.data.count
        rows.append(row)
        block.removeAll()
    }

    static func check(_ label: String, at entry: Int, _ limits: ListLimits) throws(ListError) {
        if let problem = limits.problem(ofLabel: label) {
            throw ListError(.unknown, "The label of entry \(entry) \(problem).")
        }
    }

    private func checkRemoval() throws(ListError) {
        guard isIncremental else {
            throw ListError(
                .unexpectedIncrementalRemoval,
                "This load is not incremental, so there is nothing to remove; add the complete list instead.")
        }
    }

    private func problem(_ number: Int64) -> ListError {
        guard 1...ListLimits.greatestNumber ~= number else { return outOfRange("Entry \(count + 1)") }
        if number == last {
            return ListError(
                .duplicateEntries,
                "Entry \(count + 1) of the \(kind) numbers repeats the entry before it; add each number once.")
        }
        return ListError(
            .entriesOutOfOrder,
            "Entry \(count + 1) of the \(kind) numbers is smaller than the entry before it; add them in ascending order."
        )
    }

    private func outOfRange(_ subject: String) -> ListError {
        ListError(
            .unknown,
            "\(subject) of the \(kind) list is not a phone number; "
                + "give 1 to 15 digits that begin with the country code.")
    }
}
