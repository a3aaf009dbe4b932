// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The memory that a process would have for itself if no other process ran its program.
enum ProgramMemory {
    /// In KiB: its private pages, and all pages that it has of its program's file. Those of libraries that another
    /// process uses too are left out.
    static func alone(_ process: Int32) throws -> Int {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
        var sum = 0
        var isProgram = false
        for line in try String(contentsOfFile: "/proc/\(process)/smaps", encoding: .utf8).split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let name = words.first, name.hasSuffix(":") else {
                isProgram = line.hasSuffix(" " + program)
                continue
            }
            let counts = isProgram ? name == "Rss:" : name == "Private_Clean:" || name == "Private_Dirty:"
            if counts, words.count > 1, let size = Int(words[1]) { sum += size }
        }
        guard sum > 0 else { throw SupportError("/proc/\(process)/smaps has no memory of \(program)") }
        return sum
    }
}
