// SPDX-License-Identifier: MIT

internal import CallContract
internal import GRDB

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
