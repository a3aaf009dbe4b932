// SPDX-License-Identifier: MIT

/// The head of the file, in words of eight bytes: two words that name the file, one with the version of the format of
/// the values and the number of words of the head, the progress, the number of committed bytes, and words for later.
/// The first files had heads of four words, and no number of words and of committed bytes.
enum StateHead {
    private static let magic = Array("MonkeyCall state".utf8)
    private static let (formatPlace, wordsPlace) = (16, 17)
    /// The words of the head, and the places of two of them.
    private static let (words, firstWords) = (8, 4)
    static let (progress, committed) = (3, 4)
    static let size = 8 * words

    static func bytes(format: UInt8, progress: UInt64, committed: Int) -> [UInt8] {
        var bytes = magic + [format, UInt8(words)]
        bytes += Array(repeating: 0, count: 8 * Self.progress - bytes.count)
        for word in [progress, UInt64(committed)] { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
        return bytes + Array(repeating: 0, count: size - bytes.count)
    }

    /// What the head of a file says; nil if it has no head.
    static func read(
        _ file: UnsafeRawBufferPointer
    ) -> (format: UInt8, progress: UInt64, committed: Int, size: Int)? {
        guard file.count >= 8 * firstWords, file.starts(with: magic) else { return nil }
        let words = max(firstWords, Int(file[wordsPlace]))
        guard file.count >= 8 * words else { return nil }
        let word = { UInt64(littleEndian: file.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        let committed = words > Self.committed ? Int(truncatingIfNeeded: word(Self.committed)) : 0
        return (file[formatPlace], word(progress), committed, 8 * words)
    }
}

/// What a process left.
package struct StateContents {
    package let records: KeptRecords
    package let progress: UInt64
    package let format: UInt8

    init(_ file: MappedFile, _ path: String) throws(StateFileError) {
        guard let head = StateHead.read(file.bytes) else { throw StateFileError(damaged: path, "it has no head") }
        var places: Set<RecordPlace> = []
        var end = head.size
        while let batch = Batch.records(in: file.bytes, at: end), RecordPlace.apply(batch.records, to: &places) {
            end = batch.end
        }
        guard end > head.size, end >= head.committed else {
            throw StateFileError(
                damaged: path, "it is whole up to byte \(end), and \(head.committed) bytes were committed")
        }
        records = KeptRecords(places, in: file)
        (progress, format) = (head.progress, head.format)
    }
}
