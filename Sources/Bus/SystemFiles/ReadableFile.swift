// SPDX-License-Identifier: MIT

internal import Glibc

/// The files of a disk that people and other programs write.
package enum ReadableFile {
    /// Opens a file for reading; the caller closes it. Without `waits` neither the opening nor the reading of a pipe or
    /// a device waits: each could let its reader wait for ever.
    package static func open(_ path: String, waits: Bool = false) throws(SystemError) -> Int32 {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK | O_NOCTTY))
        guard file >= 0 else { throw SystemError() }
        return file
    }

    /// Whether it is a file of a disk or in memory, and no pipe, device, socket or folder.
    package static func isOrdinary(_ file: Int32) -> Bool {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
