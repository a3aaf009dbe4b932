// SPDX-License-Identifier: MIT

import Foundation

/// The numbers in a file. A line is a number with its country code, which is blocked, or a number, a space and its
/// label. Each kind of line is in ascending order of the numbers.
struct NumberList {
    struct Entry: Hashable {
        let number: Int64
        let label: String
    }

    var blocked: [Int64] = []
    var identified: [Entry] = []

    init(contentsOf file: URL) throws {
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard let text = parts.first, let number = Int64(text.drop { $0 == "+" }) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            if parts.count == 1 {
                blocked.append(number)
            } else {
                identified.append(Entry(number: number, label: String(parts[1])))
            }
        }
    }

    func write(to file: URL) throws {
        let lines = blocked.map { "+\($0)\n" } + identified.map { "+\($0.number) \($0.label)\n" }
        try Data(lines.joined().utf8).write(to: file, options: .atomic)
    }
}

/// The user's file, and a copy of what the directory has of it.
struct NumberFiles {
    let current: URL
    var loaded: URL { current.appendingPathExtension("loaded") }

    /// `numbers.txt` in `~/.local/share/org.monkeycall.BlockList`, or the file that the D-Bus service file names.
    init(arguments: [String], environment: [String: String]) {
        let data = environment["XDG_DATA_HOME"] ?? "\(NSHomeDirectory())/.local/share"
        let path = arguments.dropFirst().first ?? "\(data)/org.monkeycall.BlockList/numbers.txt"
        current = URL(fileURLWithPath: path)
    }
}
