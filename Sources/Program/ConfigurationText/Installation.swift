// SPDX-License-Identifier: MIT

import Glibc

/// The installation that the running program belongs to.
package enum Installation {
    /// Its folder `share`.
    package static var share: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let program = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let prefix = program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
        return prefix + "/share"
    }
}
