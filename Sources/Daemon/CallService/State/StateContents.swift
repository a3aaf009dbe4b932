// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemFiles

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

/// The records that a process left, in the order of their keys. They stay in the mapped file: one takes eight bytes
/// here.
package struct KeptRecords: RandomAccessCollection {
    /// Keeps the bytes of the records mapped.
    package let file: AnyObject
    private let places: [RecordPlace]

    init(_ places: Set<RecordPlace>, in file: MappedFile) {
        self.file = file
        self.places = places.sorted()
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { places.count }
    /// Valid as long as this collection or its `file` lives.
    package subscript(place: Int) -> (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        (places[place].key, places[place].value)
    }
}

/// The place of a record in the mapped file. Records of the same key are equal.
struct RecordPlace: Hashable, Comparable {
    private let start: UnsafeRawPointer
    /// The bytes of a record besides its key and value.
    private static let overhead = 8
    private static let none = UInt32.max

    var key: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + Self.overhead, count: keyLength)
    }

    var value: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + Self.overhead + keyLength, count: hasValue ? Int(length) : 0)
    }

    private var keyLength: Int { Int(Self.word(start)) }
    private var length: UInt32 { Self.word(start + 4) }
    private var hasValue: Bool { length != Self.none }

    static func == (one: RecordPlace, other: RecordPlace) -> Bool { compare(one, other) == 0 }
    static func < (one: RecordPlace, other: RecordPlace) -> Bool { compare(one, other) < 0 }
    func hash(into hasher: inout Hasher) { hasher.combine(bytes: key) }

    private static func compare(_ one: RecordPlace, _ other: RecordPlace) -> Int {
        let order = memcmp(
            one.start + overhead, other.start + overhead, Swift.min(one.keyLength, other.keyLength))
        return order == 0 ? one.keyLength - other.keyLength : Int(order)
    }

    private static func word(_ place: UnsafeRawPointer) -> UInt32 {
        UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
    }

    /// Applies the records of a batch. False if they are damaged although the checksum is right; then nothing is
    /// changed.
    static func apply(_ batch: UnsafeRawBufferPointer, to places: inout Set<RecordPlace>) -> Bool {
        guard forEach(in: batch, { _ in }) else { return false }
        return forEach(in: batch) { place in
            if place.hasValue { places.update(with: place) } else { places.remove(place) }
        }
    }

    private static func forEach(in batch: UnsafeRawBufferPointer, _ body: (RecordPlace) -> Void) -> Bool {
        guard var start = batch.baseAddress else { return true }
        let end = start + batch.count
        while start < end {
            guard end - start >= overhead else { return false }
            let place = RecordPlace(start: start)
            let size = overhead + place.keyLength + (place.hasValue ? Int(place.length) : 0)
            guard end - start >= size else { return false }
            body(place)
            start += size
        }
        return true
    }
}

/// The format of a file of records. A batch has the records of one event: their length, the records, and the commit
/// word, which is the checksum of both. A record is the length of the key, the length of the value (all ones = no
/// value), the key, the value. Numbers are little-endian; a length has four bytes, the commit word eight.
enum Batch {
    /// The bytes of a batch besides its records.
    static let overhead = 12

    /// Appends a batch to a file.
    static func append(_ records: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) {
        try withUnsafeBytes(of: UInt32(records.count).littleEndian) { (length) throws(SystemError) in
            try withUnsafeBytes(of: checksum(records).littleEndian) { (sum) throws(SystemError) in
                try write(length, records, sum, to: file)
            }
        }
    }

    /// The place behind the batch that begins at `start`, and its records; nil if there is no whole batch.
    static func records(
        in file: UnsafeRawBufferPointer, at start: Int
    ) -> (records: UnsafeRawBufferPointer, end: Int)? {
        guard start + overhead <= file.count else { return nil }
        let count = Int(UInt32(littleEndian: file.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
        guard start + overhead + count <= file.count else { return nil }
        let records = UnsafeRawBufferPointer(rebasing: file[start + 4..<start + 4 + count])
        let sum = UInt64(littleEndian: file.loadUnaligned(fromByteOffset: start + 4 + count, as: UInt64.self))
        return checksum(records) == sum ? (records, start + overhead + count) : nil
    }

    /// Eight bytes at a time: it is computed with every event. The length is part of it.
    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        var place = 0
        while place + 8 <= bytes.count {
            sum = mix(sum ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            place += 8
        }
        while place < bytes.count {
            sum = mix(sum ^ UInt64(bytes[place]))
            place += 1
        }
        return sum
    }

    private static func mix(_ word: UInt64) -> UInt64 {
        let mixed = (word ^ word >> 32) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ mixed >> 29
    }
}
