// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// An open file of a disk. A pipe, a device or a socket could let its reader wait forever.
struct RegularFile: Sendable {
    private let file: BusFile

    var descriptor: Int32 { file.descriptor }

    /// Nil for anything else.
    init?(_ file: BusFile) {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.file = file
    }

    /// Opens a file for reading. Nil if there is none.
    init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        self.init(BusFile(adopting: descriptor))
    }

    /// The bytes from here on, at most as many; nil after an error of the disk.
    func bytes(upTo count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(count, 64 << 10))
        while bytes.count < count {
            let got = read(descriptor, &piece, min(piece.count, count - bytes.count))
            if got == 0 { break }
            if got > 0 { bytes += piece[..<got] } else if errno != EINTR { return nil }
        }
        return bytes
    }
}
