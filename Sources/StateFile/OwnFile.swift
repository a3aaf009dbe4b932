// SPDX-License-Identifier: MIT

internal import Glibc

/// The bytes of a file that an earlier process of this user wrote; nil if there is no such file. Only processes of this user
/// write there, so one read gets everything.
package func contents(ofOwnFile path: String) -> [UInt8]? {
    guard let (file, size) = try? openOwnFile(path, O_RDONLY) else { return nil }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: size) { $1 = max(0, read(file, $0.baseAddress, size)) }
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

/// An error number of the system.
struct SystemError: Error {
    let code: Int32

    /// Take it at once: each later call of the system may change `errno`.
    init(_ code: Int32 = errno) { self.code = code }

    var words: String { String(cString: strerror(code)) }
}

/// Writes these parts one behind the other.
func write(_ parts: UnsafeRawBufferPointer..., to file: Int32) throws(SystemError) {
    let vectors = parts.map { iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count) }
    var written = writev(file, vectors, Int32(vectors.count))
    guard written >= 0 else { throw SystemError() }
    // A file system that becomes full takes a part of the bytes, and says only at the next write why.
    for part in parts {
        let done = min(written, part.count)
        written -= done
        var rest = UnsafeRawBufferPointer(rebasing: part[done...])
        while !rest.isEmpty {
            let more = Glibc.write(file, rest.baseAddress, rest.count)
            guard more > 0 else { throw more < 0 ? SystemError() : SystemError(ENOSPC) }
            rest = UnsafeRawBufferPointer(rebasing: rest[more...])
        }
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
