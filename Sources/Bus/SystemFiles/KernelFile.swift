// SPDX-License-Identifier: MIT

internal import Glibc

/// The files in which the kernel tells something: those in `/proc` and `/sys`.
package enum KernelFile {
    private static let page = 4096

    /// The bytes, at most that many. Empty if the file cannot be read, and cut off after an error. A relative path
    /// begins at that open folder.
    package static func bytes(_ path: String, in folder: Int32? = nil, limit: Int) -> [UInt8] {
        let file = openat(folder ?? AT_FDCWD, path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        try? FileBytes.read(from: file, upTo: limit, inPiecesOf: page, into: &bytes)
        return bytes
    }

    /// The same as a text.
    package static func text(_ path: String, in folder: Int32? = nil, limit: Int) -> String {
        String(decoding: bytes(path, in: folder, limit: limit), as: UTF8.self)
    }
}
