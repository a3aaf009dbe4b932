// SPDX-License-Identifier: MIT

internal import CallContract
internal import DirectoryCore
internal import FuzzingSupport

@testable internal import DirectoryDatabase

/// What a reader makes of a file: its entries, and the error that ended it.
private struct Outcome: Equatable {
    var entries: [String] = []
    var texts: [String] = []
    var error: ListError?

    init(_ file: [UInt8], _ format: ListFileFormat, piece: Int, limit: Int) {
        var records = RecordReader(format, limit: limit)
        var reader = EntryReader(format) { text in text.hasPrefix("+") ? Int64(text.dropFirst()) : nil }
        do throws(ListError) {
            for start in stride(from: 0, to: file.count, by: piece) {
                try read(Array(file[start..<min(start + piece, file.count)]), &records, &reader, limit)
            }
            try records.finish { record throws(ListError) in try use(record, &reader, limit) }
        } catch {
            self.error = error
        }
    }

    private mutating func read(
        _ piece: [UInt8], _ records: inout RecordReader, _ reader: inout EntryReader, _ limit: Int
    ) throws(ListError) {
        try piece.withUnsafeBufferPointer { bytes throws(ListError) in
            try records.read(UnsafeRawBufferPointer(bytes)) { record throws(ListError) in
                try use(record, &reader, limit)
            }
        }
    }

    private mutating func use(
        _ record: RecordReader.Record, _ reader: inout EntryReader, _ limit: Int
    ) throws(ListError) {
        if record.cells.reduce(0, { $0 + $1.utf8.count }) > limit {
            report("A record is not longer than the limit", story: record.cells)
        }
        guard let entry = try reader.entry(record) else { return }
        entries.append("\(record.line) \(entry)")
        texts.append(entry.label)
        if case .handles(let handles) = entry.caller { texts += handles.map(\.value) }
    }
}

private func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    var input = Input(bytes)
    let format: ListFileFormat = input.flag() ? .csv : .text
    let piece = input.below(16) + 1
    let file = input.rest()
    let whole = Outcome(file, format, piece: max(file.count, 1), limit: 200)
    let pieces = Outcome(file, format, piece: piece, limit: 200)
    if whole != pieces {
        report("A file in pieces gives the same entries", story: ["whole: \(whole)", "in pieces: \(pieces)"])
    }
    for text in whole.texts where !text.hasControls && text == text.trimmed { writeAndRead(text) }
    for hasLabels in [false, true] {
        let data = UnsafeRawBufferPointer(bytes)
        let block = Block(first: 1, count: 1 + bytes.count % 8, data: data, hasLabels: hasLabels)
        if let block, zip(block.numbers, block.numbers.dropFirst()).contains(where: { $0 >= $1 }) {
            report("The numbers of a block ascend", story: ["\(block)"])
        }
    }
}

/// A label that is exported and imported again is the same.
private func writeAndRead(_ label: String) {
    let file = Array("number,label\n\"+1\",".utf8) + CSVCell.bytes(label)
    let outcome = Outcome(file, .csv, piece: 1, limit: 2_000)
    if outcome.error != nil || outcome.texts != [label] {
        report("An exported label is imported again", story: [label, "\(outcome)"])
    }
}

// With -DFUZZER libFuzzer brings main. Without it this is an ordinary program that replays inputs: a developer can look
// at a finding without a fuzzer.
#if FUZZER
    /// libFuzzer calls this for each input.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        run(UnsafeBufferPointer(start: bytes, count: count))
        return 0
    }
#else
    @main
    struct Replay {
        static func main() { replay(CommandLine.arguments.dropFirst(), run) }
    }
#endif
