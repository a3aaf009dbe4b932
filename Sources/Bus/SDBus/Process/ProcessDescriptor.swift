// SPDX-License-Identifier: MIT

import SystemFiles

/// A descriptor of a process, which stays that of this process when the number is used again.
package enum ProcessDescriptor {
    /// The number of the process; nil if it has gone, or if the descriptor is none of a process.
    package static func process(of descriptor: Int32) -> UInt32? {
        let text = KernelFile.text("/proc/self/fdinfo/\(descriptor)", limit: 4096)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Pid:") }
        // -1 = it has gone, 0 = it is in another namespace of numbers.
        guard let number = line?.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt32($0) }) else { return nil }
        return number > 0 ? number : nil
    }
}
