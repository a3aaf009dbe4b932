// SPDX-License-Identifier: MIT

import Glibc

/// The program of a process.
enum Executable {
    /// The file name of the program; nil if the kernel does not tell it to this process.
    static func name(of process: UInt32) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/\(process)/exe", &buffer, buffer.count)
        guard length > 0 else { return nil }
        return String(decoding: buffer[..<length], as: UTF8.self).split(separator: "/").last.map(String.init)
    }
}
