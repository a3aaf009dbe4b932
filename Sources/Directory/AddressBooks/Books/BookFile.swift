// SPDX-License-Identifier: MIT

internal import CFileSystem
internal import Glibc
internal import SystemFiles

/// An ordinary file that is open for reading. Its last reference closes it.
final class BookFile {
    private let descriptor: Int32
    private let status: stat

    enum Problem: Error, Hashable {
        case isMissing
        case isNoFile
        /// The system's error number.
        case failed(Int32)
    }

    /// Never blocks on a pipe or a device.
    init(_ path: String) throws(Problem) {
        let descriptor: Int32
        do throws(SystemError) { descriptor = try ReadableFile.open(path) } catch { throw Self.problem(error.code) }
        var status = stat()
        let result = fstat(descriptor, &status) == 0 ? 0 : errno
        (self.descriptor, self.status) = (descriptor, status)
        guard result == 0 else { throw .failed(result) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
    }

    deinit { close(descriptor) }

    private static func problem(_ number: Int32) -> Problem {
        switch number {
        case ENOENT, ENOTDIR: .isMissing
        // A socket; a link in a circle.
        case ENXIO, ELOOP: .isNoFile
        default: .failed(number)
        }
    }

    /// In bytes.
    var size: Int { Int(status.st_size) }

    /// Differs after every change of the file.
    var stamp: Int {
        var hasher = Hasher()
        hasher.combine(status.st_ino)
        hasher.combine(status.st_size)
        for time in [status.st_mtim, status.st_ctim] {
            hasher.combine(time.tv_sec)
            hasher.combine(time.tv_nsec)
        }
        return hasher.finalize()
    }

    /// Whether a process has the file open for writing; false if the file system cannot tell.
    ///
    /// Only a file without writers gets a read lease. A program that opens the file for writing meanwhile would send
    /// the signal of the lease, SIGIO, which ends a process: SIGURG has no effect. A server also refuses a lease that
    /// it has not delegated.
    var isBeingWritten: Bool {
        let setLease = Int32(CFILESYSTEM_SET_LEASE)
        guard fcntl(descriptor, Int32(CFILESYSTEM_SET_SIGNAL), SIGURG) == 0 else { return false }
        guard fcntl(descriptor, setLease, Int32(F_RDLCK)) != 0 else {
            _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
            return false
        }
        return errno == EAGAIN && !cfilesystem_is_remote(descriptor)
    }

    /// The real path of the open file.
    var realPath: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        guard length > 0 else { return nil }
        return String(validating: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The bytes from `start`, at most `count`.
    func read(from start: Int = 0, count: Int) throws(Problem) -> [UInt8] {
        let count = max(0, min(count, size - start))
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            guard let first = buffer.baseAddress else { return }
            while filled < count {
                let result = pread(descriptor, first + filled, count - filled, start + filled)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else {
                    failure = result < 0 ? errno : 0
                    return
                }
                filled += result
            }
        }
        guard failure == 0 else { throw .failed(failure) }
        return bytes
    }
}
