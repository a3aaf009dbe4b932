// SPDX-License-Identifier: MIT

internal import Glibc

/// The bytes of a file, a pipe or a socket that is open and may wait.
package enum FileBytes {
    /// Appends the bytes from here on, at most until there are `limit`. After an error the array has what came before
    /// it.
    package static func read(
        from file: Int32, upTo limit: Int, inPiecesOf size: Int = 64 << 10, into bytes: inout [UInt8]
    ) throws(SystemError) {
        var piece = [UInt8](repeating: 0, count: min(limit, size))
        while bytes.count < limit {
            let count = Glibc.read(file, &piece, min(piece.count, limit - bytes.count))
            if count == 0 { return }
            if count > 0 { bytes += piece[..<count] } else if errno != EINTR { throw SystemError() }
        }
    }

    /// Writes all of the bytes.
    package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(file, rest.baseAddress, rest.count)
            // A file system that becomes full takes a part of the bytes, and says only at the next write why.
            if count == 0 { throw SystemError(ENOSPC) }
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno != EINTR {
                throw SystemError()
            }
        }
    }

    /// Writes all of the bytes.
    package static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
            try write(UnsafeRawBufferPointer(bytes), to: file)
        }
    }
}
