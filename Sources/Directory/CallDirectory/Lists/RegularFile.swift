// SPDX-License-Identifier: MIT

import SDBus
import SystemFiles

/// An open file of a disk. A pipe, a device or a socket could let its reader wait forever.
struct RegularFile: Sendable {
    private let file: BusFile

    var descriptor: Int32 { file.descriptor }

    /// Nil for anything else.
    init?(_ file: BusFile) {
        guard ReadableFile.isOrdinary(file.descriptor) else { return nil }
        self.file = file
    }

    /// Opens a file for reading. Nil if there is none.
    init?(_ path: String) {
        guard let descriptor = try? ReadableFile.open(path) else { return nil }
        self.init(BusFile(adopting: descriptor))
    }

    /// The bytes from here on, at most as many; nil after an error of the disk.
    func bytes(upTo count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        do { try FileBytes.read(from: descriptor, upTo: count, into: &bytes) } catch { return nil }
        return bytes
    }
}
