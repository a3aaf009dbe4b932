// SPDX-License-Identifier: MIT

package import CallContract
internal import SystemFiles

/// Reads a file with numbers, addresses and labels. Give it the bytes in pieces, then `finish`.
///
/// The first wrong line fails the import, and the error names that line. The file and its lines may have any length:
/// `ImportedEntries` and one record are in memory, all with limits.
package struct ListImport {
    private var records: RecordReader
    private var entries: ImportedEntries

    /// `blocks`: every entry blocks its caller; an entry with a label also identifies it. Without `blocks` every entry
    /// needs a label. `normalize` gives the E.164 digits of a phone number as people write it, or nil; `clean` gives a
    /// text with the characters that a message of the bus can carry.
    package init(
        _ format: ListFileFormat, blocks: Bool, limits: ListLimits = ListLimits(),
        normalize: @escaping (String) -> Int64?, clean: @escaping (String) -> String = { $0 }
    ) {
        records = RecordReader(format, limit: limits.lineLength, clean: clean)
        entries = ImportedEntries(EntryReader(format, normalize: normalize), blocks: blocks, limits: limits)
    }

    package mutating func read(_ bytes: UnsafeRawBufferPointer) throws(ListError) {
        try records.read(bytes) { record throws(ListError) in try entries.add(record) }
    }

    /// Adds an entry that another reader has found in this line of a file. An error names the line.
    package mutating func add(_ handle: Handle, label: String, line: Int) throws(ListError) {
        try entries.add(handle, label: label, line: line)
    }

    /// Reads to the end of the file or pipe.
    package mutating func read(from file: Int32) throws(ListError) {
        var bytes: [UInt8] = []
        repeat {
            bytes.removeAll(keepingCapacity: true)
            do throws(SystemError) { try FileBytes.read(from: file, upTo: 64 << 10, into: &bytes) } catch {
                throw ListError(.unknown, "Cannot read the file: \(error.words); check the file and import it again.")
            }
            try bytes.withUnsafeBufferPointer { (bytes) throws(ListError) in try read(UnsafeRawBufferPointer(bytes)) }
        } while !bytes.isEmpty
    }

    /// Adds everything to a load that is not incremental, sorted and without duplicates. The caller commits or aborts
    /// the load.
    package mutating func finish(into load: ListLoad) throws(ListError) {
        try records.finish { record throws(ListError) in try entries.add(record) }
        try entries.move(into: load)
    }
}

extension Lists {
    /// Loads the complete lists of a source from the entries that `fill` adds. If it fails, the source keeps its lists,
    /// and the error as its last one.
    package func load(
        _ source: String, _ format: ListFileFormat, blocks: Bool, at now: Time,
        normalize: @escaping (String) -> Int64?, clean: @escaping (String) -> String = { $0 },
        fill: (inout ListImport) throws(ListError) -> Void
    ) throws(ListError) {
        let load = try begin(source, incremental: false)
        do throws(ListError) {
            var contents = ListImport(format, blocks: blocks, limits: limits, normalize: normalize, clean: clean)
            try fill(&contents)
            try contents.finish(into: load)
            try load.commit(at: now)
        } catch {
            load.abort(because: error)
            throw error
        }
    }
}

/// The entries of an imported file, until it is read to its end and they can be sorted: 8 bytes for each blocked
/// number, 16 for each labelled one, and each different label once.
struct ImportedEntries {
    /// The last label of a number remains.
    private struct Labelled {
        let number: Int64
        let order: UInt32
        let label: UInt32
    }

    private let limits: ListLimits
    private let blocks: Bool
    private var reader: EntryReader
    private var blocked: [Int64] = []
    private var labelled: [Labelled] = []
    private var handles: [(handle: Handle, label: String)] = []
    private var labels: [String] = []
    private var known: [String: UInt32] = [:]
    private var labelBytes = 0

    init(_ reader: EntryReader, blocks: Bool, limits: ListLimits) {
        self.reader = reader
        self.blocks = blocks
        self.limits = limits
    }

    mutating func add(_ record: RecordReader.Record) throws(ListError) {
        if let entry = try reader.entry(record) { try add(entry, line: record.line) }
    }

    mutating func add(_ handle: Handle, label: String, line: Int) throws(ListError) {
        try add(reader.entry(handle, label: label, line: line), line: line)
    }

    private mutating func add(_ entry: EntryReader.Entry, line: Int) throws(ListError) {
        if let problem = limits.problem(ofLabel: entry.label) {
            throw ListError(.unknown, "The label in line \(line) \(problem).")
        }
        guard blocks || !entry.label.isEmpty else {
            throw ListError(
                .unknown, "Line \(line) has no label; add a label, or import the file as a block list.")
        }
        switch entry.caller {
        case .number(let number): try add(number, entry.label)
        case .handles(let values): try add(values, entry.label, line: line)
        }
        guard blocked.count + labelled.count <= limits.entries, handles.count <= limits.handles else {
            throw ListError(
                .maximumEntriesExceeded,
                "Line \(line) exceeds the limit of \(limits.entries) numbers and \(limits.handles) addresses; "
                    + "split the file.")
        }
    }

    mutating func move(into load: ListLoad) throws(ListError) {
        blocked.sort()
        try forPieces(of: blocked.count) { range throws(ListError) in
            try load.addBlocked(range.compactMap { $0 > 0 && blocked[$0 - 1] == blocked[$0] ? nil : blocked[$0] })
        }
        labelled.sort { ($0.number, $0.order) < ($1.number, $1.order) }
        try forPieces(of: labelled.count) { range throws(ListError) in
            try load.addIdentified(
                range.compactMap { place in
                    let entry = labelled[place]
                    let isLast = place + 1 == labelled.count || labelled[place + 1].number != entry.number
                    return isLast ? (entry.number, labels[Int(entry.label)]) : nil
                })
        }
        try load.addHandles(handles)
    }

    private func forPieces(of count: Int, _ add: (Range<Int>) throws(ListError) -> Void) throws(ListError) {
        for start in stride(from: 0, to: count, by: 10_000) { try add(start..<min(start + 10_000, count)) }
    }

    private mutating func add(_ number: Int64, _ label: String) throws(ListError) {
        if blocks { blocked.append(number) }
        guard !label.isEmpty else { return }
        labelled.append(Labelled(number: number, order: UInt32(labelled.count), label: try index(of: label)))
    }

    private mutating func add(
        _ values: [Handle], _ label: String, line: Int
    ) throws(ListError) {
        for handle in values {
            guard handle.value.utf8.count <= limits.handleLength, !handle.value.hasControls else {
                throw ListError(
                    .unknown,
                    "The address in line \(line) has a control character or more than \(limits.handleLength) "
                        + "bytes; correct or remove the line.")
            }
            if blocks { handles.append((handle, "")) }
            if !label.isEmpty { handles.append((handle, label)) }
        }
    }

    private mutating func index(of label: String) throws(ListError) -> UInt32 {
        if let index = known[label] { return index }
        labelBytes += label.utf8.count
        guard labelBytes <= limits.importedLabels else {
            throw ListError(
                .maximumEntriesExceeded,
                "The labels of the file have more than \(limits.importedLabels) bytes together; split the file.")
        }
        let index = UInt32(labels.count)
        labels.append(label)
        known[label] = index
        return index
    }
}
