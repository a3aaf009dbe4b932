// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemFiles

/// A few words in a file in memory (tmpfs) for the next process. Storing a word costs no system call. Without space for
/// the file each word reads as 0.
///
/// Not final, because the simulation kills the service at each store.
package class MappedWords {
    private let words: UnsafeMutableBufferPointer<UInt64>?

    /// The words that the last process left in that file; all are 0 if it left no such number of words.
    package init(_ path: String, count: Int) {
        words = Self.map(path, count) ?? (Self.make(path, count) ? Self.map(path, count) : nil)
    }

    deinit { if let words { munmap(words.baseAddress, words.count * 8) } }

    package var indices: Range<Int> { words?.indices ?? 0..<0 }

    package subscript(place: Int) -> UInt64 {
        get { words.map { UInt64(littleEndian: $0[place]) } ?? 0 }
        set { words?[place] = newValue.littleEndian }
    }

    private static func map(_ path: String, _ count: Int) -> UnsafeMutableBufferPointer<UInt64>? {
        guard let (file, size) = try? openOwnFile(path, O_RDWR) else { return nil }
        defer { close(file) }
        guard size == count * 8 else { return nil }
        let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let place, place != MAP_FAILED else { return nil }
        return UnsafeMutableBufferPointer(start: place.assumingMemoryBound(to: UInt64.self), count: count)
    }

    /// Writes all bytes, so that the pages exist: a full file system cannot fail a store to them.
    private static func make(_ path: String, _ count: Int) -> Bool {
        (try? NewFile.write([UInt8](repeating: 0, count: count * 8), to: path)) != nil
    }
}
