// SPDX-License-Identifier: MIT

import Glibc
import SystemFiles

/// Why a configuration file cannot be read.
package enum UnreadableFile: Error, Hashable {
    /// The system's error number.
    case failed(Int32)
    case isNoFile
    case isSomebodyElses
    case isTooLarge

    package var message: String {
        switch self {
        case .failed(let number): "Cannot read the file: \(String(cString: strerror(number)))."
        case .isNoFile: "It is not an ordinary file."
        case .isSomebodyElses: "It belongs to another user."
        case .isTooLarge: "It is larger than \(TextFile.limit) bytes."
        }
    }
}

/// The files that people write.
package enum TextFile {
    /// In bytes. People write less by hand, so a larger file is not a configuration.
    fileprivate static let limit = 1 << 20

    /// The whole text; nil if there is no such file. With an owner it must be an ordinary file of that account or of
    /// root; any other file could block its reader.
    package static func read(_ path: String, owner: UInt32? = nil) throws(UnreadableFile) -> String? {
        let file: Int32
        do throws(SystemError) { file = try ReadableFile.open(path, waits: owner == nil) } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw .failed(error.code)
        }
        defer { close(file) }
        if let owner { try check(file, owner) }
        var bytes: [UInt8] = []
        do throws(SystemError) { try FileBytes.read(from: file, upTo: limit + 1, into: &bytes) } catch {
            throw .failed(error.code)
        }
        guard bytes.count <= limit else { throw .isTooLarge }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func check(_ file: Int32, _ owner: UInt32) throws(UnreadableFile) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .failed(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
        guard [owner, 0].contains(status.st_uid) else { throw .isSomebodyElses }
    }
}
