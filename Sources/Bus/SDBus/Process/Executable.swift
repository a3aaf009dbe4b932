// SPDX-License-Identifier: MIT

import Glibc

/// The program of a process.
package enum Executable {
    private static let deleted = " (deleted)"

    /// The file name of the program; nil if the kernel does not tell it to this process.
    package static func name(of process: UInt32) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/\(process)/exe", &buffer, buffer.count)
        guard length > 0 else { return nil }
        var path = String(decoding: buffer[..<length], as: UTF8.self)
        // The kernel's mark of a file that an upgrade has replaced.
        if path.hasSuffix(Self.deleted) { path.removeLast(Self.deleted.count) }
        return path.split(separator: "/").last.map(String.init)
    }
}
