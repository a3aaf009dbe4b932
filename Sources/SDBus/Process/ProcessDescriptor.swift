// SPDX-License-Identifier: MIT

import Glibc

/// A descriptor of a process, which stays that of this process when the number is used again.
package enum ProcessDescriptor {
    /// The number of the process; nil if it has gone, or if the descriptor is none of a process.
    package static func process(of descriptor: Int32) -> UInt32? {
        let file = open("/proc/self/fdinfo/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let text = String(unsafeUninitializedCapacity: 4096) { max(0, read(file, $0.baseAddress, 4096)) }
        let line = text.split(separator: "\n").first { $0.hasPrefix("Pid:") }
        // -1 = it has gone, 0 = it is in another namespace of numbers.
        guard let number = line?.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt32($0) }) else { return nil }
        return number > 0 ? number : nil
    }
}
