// SPDX-License-Identifier: MIT

internal import Glibc

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
