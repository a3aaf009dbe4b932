// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemFiles

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
