// SPDX-License-Identifier: MIT

internal import Glibc

/// A file in memory (tmpfs) that keeps keyed values for the next process. Each event appends one batch of changed values;
/// the last word of a batch commits it. A killed process may leave half a batch at the end: a reader ignores it, so it finds
/// the values before or after an event and never a mixture.
///
/// The kernel keeps what a killed process wrote, so there is no fsync. When the file is twice as long as its live values,
/// `isLong` asks for a new one.
package final class StateFile {
    /// A value; nil = the key has no value any more.
    package typealias Record = (key: [UInt8], value: [UInt8]?)

    private let path: String
    private var file: Int32 = -1
    /// The bytes of the committed batches.
    private var length = 0
    /// The bytes that each live value takes.
    private var sizes: [[UInt8]: Int] = [:]
    private var live = 0
    private var batch = Batch()

    /// The file `state` in a folder of this process's user.
    package init(in folder: String) { path = folder + "/state" }

    deinit { if file >= 0 { close(file) } }

    /// Whether the file is worth a new one.
    package var isLong: Bool { length > 2 * live + Self.least }
    /// A file is not replaced before it has this many bytes of old values.
    private static let least = 64 << 10

    /// The values that the last process left; nil if it left no file that this version can read.
    package func read() -> [[UInt8]: [UInt8]]? {
        guard let bytes = Self.contents(of: path) else { return nil }
        return Batch.values(in: bytes)
    }

    /// Replaces the file by one with these values. The old file stays until the new one is complete.
    package func begin(_ values: some Sequence<Record>) throws(StateFileError) {
        let temporary = path + ".new"
        unlink(temporary)
        let new = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard new >= 0 else { throw StateFileError("making", temporary) }
        (sizes, live) = ([:], 0)
        batch.begin()
        for record in values { add(record) }
        let bytes = Batch.header + batch.commit()
        guard Self.write(bytes, to: new), rename(temporary, path) == 0 else {
            let error = StateFileError("writing", temporary)
            close(new)
            unlink(temporary)
            throw error
        }
        if file >= 0 { close(file) }
        (file, length) = (new, bytes.count)
    }

    /// Appends the values that an event changed. If this fails, the file is gone, because it would restore an old state;
    /// `begin` makes a new one.
    package func append(_ records: some Sequence<Record>) throws(StateFileError) {
        guard file >= 0 else { throw StateFileError("writing", path, EBADF) }
        batch.begin()
        for record in records { add(record) }
        let bytes = batch.commit()
        guard Self.write(bytes, to: file) else {
            let error = StateFileError("writing", path)
            remove()
            throw error
        }
        length += bytes.count
    }

    /// Removes the file: the next process begins anew.
    package func remove() {
        unlink(path)
        if file >= 0 { close(file) }
        file = -1
    }

    private func add(_ record: Record) {
        batch.add(record)
        live -= sizes[record.key] ?? 0
        sizes[record.key] = record.value.map { record.key.count + $0.count + Batch.overhead }
        live += sizes[record.key] ?? 0
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    private static func contents(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var place = 0
        while place < bytes.count {
            let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + place, $0.count - place) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            place += count
        }
        return bytes
    }
}

/// Why the state cannot be kept.
package struct StateFileError: Error {
    /// A sentence for the log.
    package let message: String

    init(_ action: String, _ path: String, _ code: Int32 = errno) {
        message = "\(action) \(path): \(String(cString: strerror(code)))"
    }
}
