// SPDX-License-Identifier: MIT

package import CallContract
internal import Glibc

/// Reads a file with numbers, addresses and labels. Give it the bytes in pieces, then `finish`.
///
/// The first wrong line fails the import, and the error names that line. The file and its lines may have any length:
/// `ImportedEntries` and one record are in memory, all with limits.
package struct ListImport {
    private var records: RecordReader
    private var entries: ImportedEntries

    /// `blocks`: every entry blocks its caller; an entry with a label also identifies it. Without `blocks` every entry
    /// needs a label. `normalize` gives the E.164 digits of a phone number as people write it, or nil; `clean` gives a
    /// text with the characters that a program can be told.
    package init(
        _ format: ListFormat, blocks: Bool, limits: ListLimits = ListLimits(),
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
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = Glibc.read(file, buffer.baseAddress, buffer.count)
            if count > 0 {
                try read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } else if count == 0 {
                return
            } else if errno != EINTR {
                let reason = String(cString: strerror(errno))
                throw ListError(.unknown, "Cannot read the file: \(reason); check the file and import it again.")
            }
        }
    }

    /// Adds everything to a load that is not incremental, sorted and without duplicates. The caller commits or aborts
    /// the load.
    package mutating func finish(into load: ListLoad) throws(ListError) {
        try records.finish { record throws(ListError) in try entries.add(record) }
        try entries.move(into: load)
    }
}

extension Lists {
    /// Loads the complete lists of a source from a file of numbers.
    package func load(
        _ source: String, from file: Int32, _ format: ListFormat, blocks: Bool, at now: Time,
        normalize: @escaping (String) -> Int64?, clean: @escaping (String) -> String = { $0 }
    ) throws(ListError) {
        try load(source, format, blocks: blocks, at: now, normalize: normalize, clean: clean) {
            (contents) throws(ListError) in try contents.read(from: file)
        }
    }

    /// Loads the complete lists of a source from the entries that `fill` adds. If it fails, the source keeps its lists,
    /// and the error as its last one.
    package func load(
        _ source: String, _ format: ListFormat = .text, blocks: Bool, at now: Time,
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
