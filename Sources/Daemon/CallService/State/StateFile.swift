// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemFiles

/// A file in memory (tmpfs) that keeps keyed values for the next process. Each event appends one batch of changed
/// values; the last word of a batch commits it. A killed process may leave half a batch at the end: a reader ignores
/// it, so it finds the values before or after an event and never a mixture. The head has the number of the bytes that
/// were committed: a file whose batches end before that is damaged, and would restore an old state.
///
/// The kernel keeps what a killed process wrote, so there is no fsync. When the file is twice as long as it was with
/// live values only, `isLong` asks for a new one.
///
/// Not final, because the simulation kills the service at each step of this class.
package class StateFile {
    private let folder: String
    private var path: String { folder + "/state" }
    private let format: UInt8
    private var file: Int32 = -1
    /// The bytes of the file.
    private var length = 0
    /// The length when the file was new and had live records only.
    private var firstLength = 0
    private var head: UnsafeMutablePointer<UInt64>?

    /// The file `state` in a folder of this process's user, which is made if necessary. `format` is the version of the
    /// format of the values that will be written.
    package init(in folder: String, format: UInt8) {
        mkdir(folder, 0o700)
        self.format = format
        self.folder = folder
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
        get { head.map { UInt64(littleEndian: $0[StateHead.progress]) } ?? 0 }
        set { head?[StateHead.progress] = newValue.littleEndian }
    }

    /// Reads what the last process left; nil if it left no file.
    package func read() throws(StateFileError) -> StateContents? {
        let mapped: MappedFile
        do throws(SystemError) { mapped = try MappedFile(path) } catch {
            if error.code == ENOENT { return nil }
            throw StateFileError("reading", path, error)
        }
        return try StateContents(mapped, path)
    }

    /// Replaces the file by one with the records that `body` hands over, in as many batches as it likes. The old file
    /// stays until the new one is complete.
    package func begin(
        progress: UInt64 = 0, _ body: (_ append: (UnsafeRawBufferPointer) -> Void) -> Void
    ) throws(StateFileError) {
        let temporary = path + ".new"
        let new = try make(temporary)
        do throws(SystemError) {
            let size = try write(progress, body, to: new)
            guard rename(temporary, path) == 0 else { throw SystemError() }
            release()
            file = new
            (length, firstLength) = (size, size)
            mapHead()
        } catch {
            close(new)
            unlink(temporary)
            throw StateFileError("writing", temporary, error)
        }
    }

    private func make(_ path: String) throws(StateFileError) -> Int32 {
        // The folder may be missing because it could not be made: that error says more than the missing folder.
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw StateFileError("making", folder, SystemError())
        }
        do throws(SystemError) { return try NewFile.make(path, readable: true) } catch {
            throw StateFileError("making", path, error)
        }
    }

    /// Returns the length of the file.
    private func write(
        _ progress: UInt64, _ body: (_ append: (UnsafeRawBufferPointer) -> Void) -> Void, to new: Int32
    ) throws(SystemError) -> Int {
        var size = StateHead.size
        var failure: SystemError?
        lseek(new, off_t(size), SEEK_SET)
        body { records in
            guard failure == nil else { return }
            do throws(SystemError) { try Batch.append(records, to: new) } catch { failure = error }
            size += Batch.overhead + records.count
        }
        if let failure { throw failure }
        let head = StateHead.bytes(format: format, progress: progress, committed: size)
        guard pwrite(new, head, head.count, 0) == head.count else { throw SystemError() }
        return size
    }

    /// Appends the records of an event. If this fails, the file is gone, because it would restore an old state; `begin`
    /// makes a new one.
    package func append(_ records: UnsafeRawBufferPointer) throws(StateFileError) {
        guard file >= 0 else { throw StateFileError("writing", path, SystemError(EBADF)) }
        do throws(SystemError) { try Batch.append(records, to: file) } catch {
            remove()
            throw StateFileError("writing", path, error)
        }
        length += Batch.overhead + records.count
        head?[StateHead.committed] = UInt64(length).littleEndian
    }

    /// Removes the file: the next process begins anew.
    package func remove() {
        unlink(path)
        release()
    }

    private func release() {
        if let head { munmap(head, StateHead.size) }
        head = nil
        if file >= 0 { close(file) }
        file = -1
    }

    /// The page exists, because the head was written: a full file system cannot fail a store to it.
    private func mapHead() {
        let page = mmap(nil, StateHead.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let page, page != MAP_FAILED else { return }
        head = page.assumingMemoryBound(to: UInt64.self)
    }
}

/// Why the state cannot be kept or read.
package struct StateFileError: Error {
    /// A sentence for the log.
    package let message: String

    init(_ action: String, _ path: String, _ error: SystemError) {
        message = "\(action) \(path): \(error.words)"
    }

    init(damaged path: String, _ reason: String) { message = "\(path) is damaged: \(reason)" }
}

/// The bytes of a file that an earlier process of this user wrote; nil if there is no such file.
package func contents(ofOwnFile path: String) -> [UInt8]? {
    guard let (file, size) = try? openOwnFile(path, O_RDONLY) else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    try? FileBytes.read(from: file, upTo: size, into: &bytes)
    return bytes
}

/// Opens a file that an earlier process of this user wrote. The caller closes it.
func openOwnFile(_ path: String, _ access: Int32) throws(SystemError) -> (file: Int32, size: Int) {
    let file = open(path, access | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw SystemError() }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
        close(file)
        throw SystemError(EPERM)
    }
    return (file, Int(status.st_size))
}

/// Writes these parts one behind the other.
func write(_ parts: UnsafeRawBufferPointer..., to file: Int32) throws(SystemError) {
    let vectors = parts.map { iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count) }
    var written = writev(file, vectors, Int32(vectors.count))
    guard written >= 0 else { throw SystemError() }
    // A file system that becomes full takes a part of the bytes.
    for part in parts {
        let done = min(written, part.count)
        written -= done
        try FileBytes.write(UnsafeRawBufferPointer(rebasing: part[done...]), to: file)
    }
}

/// A file of this user in memory, as long as this value lives. A process that reads it needs no memory for a copy.
final class MappedFile {
    let bytes: UnsafeRawBufferPointer

    init(_ path: String) throws(SystemError) {
        let (file, size) = try openOwnFile(path, O_RDONLY)
        defer { close(file) }
        guard size > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        let place = mmap(nil, size, PROT_READ, MAP_SHARED, file, 0)
        guard let place, place != MAP_FAILED else { throw SystemError() }
        bytes = UnsafeRawBufferPointer(start: place, count: size)
    }

    deinit {
        if let place = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: place), bytes.count) }
    }
}
