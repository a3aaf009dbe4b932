// SPDX-License-Identifier: MIT

internal import Glibc

/// A file in memory (tmpfs) that keeps keyed values for the next process. Each event appends one batch of changed values;
/// the last word of a batch commits it. A killed process may leave half a batch at the end: a reader ignores it, so it finds
/// the values before or after an event and never a mixture.
///
/// The kernel keeps what a killed process wrote, so there is no fsync. When the file is twice as long as it was with live values
/// only, `isLong` asks for a new one.
///
/// Not final, because the simulation kills the service at each step of this class.
package class StateFile {
    private let path: String
    private let format: UInt8
    private var file: Int32 = -1
    /// The bytes of the file.
    private var length = 0
    /// The length when the file was new and had live records only.
    private var firstLength = 0
    private var mark: UnsafeMutablePointer<UInt64>?

    /// The file `state` in a folder of this process's user, which is made if necessary. `format` is the version of the format
    /// of the values that will be written.
    package init(in folder: String, format: UInt8) {
        mkdir(folder, 0o700)
        self.format = format
        path = folder + "/state"
    }

    deinit { release() }

    /// Whether the file is open, so that the next process will find the values.
    package var isKept: Bool { file >= 0 }

    /// Whether the file is worth a new one.
    package var isLong: Bool { length > 2 * firstLength + Self.least }
    /// A file is not replaced before it has this many bytes of old values.
    private static let least = 64 << 10

    /// A word beside the values. Writing it costs no system call. It is 0 in a new file.
    package var progress: UInt64 {
        get { mark?.pointee ?? 0 }
        set { mark?.pointee = newValue }
    }

    /// Every file begins with this, and the version of its format.
    private static let magic = Array("MonkeyCall state".utf8)
    /// The place of `progress`, and the place of the first batch.
    private static let (progressPlace, batchesPlace) = (24, 32)

    /// What a process left.
    package struct Contents {
        package let values: [[UInt8]: [UInt8]]
        package let progress: UInt64
        package let format: UInt8
    }

    /// Whether the last process left a file, perhaps one that cannot be read.
    package var isThere: Bool { access(path, F_OK) == 0 }

    /// Reads what the last process left; nil if it left no file that this version can read.
    package func read() -> Contents? {
        guard let bytes = contents(ofOwnFile: path), bytes.count >= Self.batchesPlace, bytes.starts(with: Self.magic),
            let values = Batch.values(in: bytes[Self.batchesPlace...])
        else { return nil }
        let progress = bytes[Self.progressPlace..<Self.batchesPlace].reversed().reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        return Contents(values: values, progress: progress, format: bytes[Self.magic.count])
    }

    /// Replaces the file by one with these records. The old file stays until the new one is complete.
    package func begin(progress: UInt64 = 0, _ records: [UInt8]) throws(StateFileError) {
        let temporary = path + ".new"
        unlink(temporary)
        let new = open(temporary, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard new >= 0 else { throw StateFileError("making", temporary) }
        var bytes = Self.magic + [format]
        bytes += Array(repeating: 0, count: Self.progressPlace - bytes.count)
        withUnsafeBytes(of: progress.littleEndian) { bytes += $0 }
        bytes += Batch.bytes(of: records)
        guard Self.write(bytes, to: new), rename(temporary, path) == 0 else {
            let error = StateFileError("writing", temporary)
            close(new)
            unlink(temporary)
            throw error
        }
        release()
        file = new
        (length, firstLength) = (bytes.count, bytes.count)
        mapMark()
    }

    /// Appends the records of an event. If this fails, the file is gone, because it would restore an old state; `begin` makes
    /// a new one.
    package func append(_ records: [UInt8]) throws(StateFileError) {
        guard file >= 0 else { throw StateFileError("writing", path, EBADF) }
        let bytes = Batch.bytes(of: records)
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
        release()
    }

    private func release() {
        if let mark { munmap(UnsafeMutableRawPointer(mark) - Self.progressPlace, Self.batchesPlace) }
        mark = nil
        if file >= 0 { close(file) }
        file = -1
    }

    /// The page exists, because the header was written: a full file system cannot fail a write to it.
    private func mapMark() {
        let page = mmap(nil, Self.batchesPlace, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let page, page != MAP_FAILED else { return }
        mark = (page + Self.progressPlace).assumingMemoryBound(to: UInt64.self)
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } == bytes.count
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
