// SPDX-License-Identifier: MIT

import CallContract

/// Reads the lines of a configuration file, and remembers its sections and keys.
package struct ConfigurationReader<Section: Hashable> {
    /// The present line, counted from 1.
    package private(set) var line = 0
    /// The present section; nil before the first one.
    package private(set) var section: Section?
    private var lines: [Substring]
    /// The earlier sections, and the earlier keys of this section, each with its line.
    private var sections: [Section: Int] = [:]
    private var keys: [String: Int] = [:]
    /// True in a section that was not begun because it has a mistake.
    private var isSkipping = false

    package init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).reversed()
    }

    /// The next line that is not empty; nil at the end. Skips the keys of a section that was not begun, so that they do
    /// not count for the section before it.
    package mutating func next() throws(ConfigurationFault) -> ConfigurationLine? {
        while let text = lines.popLast() {
            line += 1
            if text.trimmed.hasPrefix("[") { isSkipping = true }
            switch ConfigurationLine(text) {
            case .nothing: break
            case .section(let name): return .section(name)
            case .assignment(let key, let value): if !isSkipping { return .assignment(key: key, value: value) }
            case nil: throw fault("Write [SECTION], KEY=VALUE, or a comment that begins with # or ;.")
            }
        }
        return nil
    }

    /// Begins a section, which messages show as `name`. Throws if it exists already.
    package mutating func begin(_ section: Section, _ name: String) throws(ConfigurationFault) {
        if let line = sections[section] { throw fault("[\(name)] exists already in line \(line). Remove one.") }
        sections[section] = line
        keys = [:]
        self.section = section
        isSkipping = false
    }

    /// Notes a key of the section. Throws if it exists already.
    package mutating func note(_ key: String) throws(ConfigurationFault) {
        if let line = keys[key] { throw fault("\(key)= exists already in line \(line). Remove one.") }
        keys[key] = line
    }

    /// A mistake in the present line. The message goes to the log: show an unknown name as `named`, and no value.
    package func fault(_ message: String) -> ConfigurationFault { ConfigurationFault(line: line, message: message) }
}

/// A mistake in a configuration file.
package struct ConfigurationFault: Error, Hashable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// The mistake, and what to write instead.
    package let message: String

    /// A fault in that line.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

/// One line in the syntax of systemd and NetworkManager, without quotes, continuations and comments after a value.
package enum ConfigurationLine: Hashable {
    case nothing
    case section(String)
    case assignment(key: String, value: String)

    /// Nil for any other line.
    package init?(_ line: Substring) {
        let text = line.trimmed
        if text.isEmpty || text.hasPrefix("#") || text.hasPrefix(";") {
            self = .nothing
        } else if text.hasPrefix("[") {
            guard text.hasSuffix("]") else { return nil }
            self = .section(text.dropFirst().dropLast().trimmed)
        } else {
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
            self = .assignment(key: text[..<sign].trimmed, value: text[text.index(after: sign)...].trimmed)
        }
    }
}

extension String {
    /// The name of a section or key as a message may show it: "…" for one that may be a number or an address in the
    /// wrong place.
    package var named: String { unicodeScalars.allSatisfy { $0 == "-" || $0.properties.isAlphabetic } ? self : "…" }
}

extension String {
    /// The text of a configuration file with another value of a key, or without the key if `value` is nil. All other
    /// lines, with the comments of the user, stay as they are.
    package func setting(_ key: String, in section: String, to value: String?) -> String {
        setting(key, in: section, to: value.map { [$0] } ?? [])
    }

    /// The same for a key that may occur several times: these values take the place of all old ones.
    package func setting(_ key: String, in section: String, to values: [String]) -> String {
        var lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let assignment = values.map { "\(key)=\($0)" }
        guard let start = lines.firstIndex(where: { ConfigurationLine($0[...]) == .section(section) }) else {
            guard !assignment.isEmpty else { return self }
            if lines.last == "" { lines.removeLast() }
            if lines.last?.isEmpty == false { lines.append("") }
            lines += ["[\(section)]"] + assignment + [""]
            return lines.joined(separator: "\n")
        }
        let rest = lines[(start + 1)...]
        let end = rest.firstIndex { $0.trimmed.hasPrefix("[") } ?? lines.endIndex
        let old = lines[(start + 1)..<end].indices.filter { line in
            if case .assignment(key, _) = ConfigurationLine(lines[line][...]) { true } else { false }
        }
        for line in old.reversed() { lines.remove(at: line) }
        lines.insert(contentsOf: assignment, at: old.first ?? start + 1)
        let text = lines.joined(separator: "\n")
        return text.hasSuffix("\n") || assignment.isEmpty ? text : text + "\n"
    }
}

/// A duration as people write it: `600`, `5s`, `10min`, `1h 30min`.
package struct TimeSpan: Hashable {
    package let microseconds: UInt64

    /// The sum of the time of day and a duration in this range cannot overflow.
    package static let range: ClosedRange<UInt64> = 1_000...86_400_000_000
    package static let help =
        "Write 600, 5s, 10min or 1h 30min: from 1ms to 24h, in ms, s (also without a unit), min and h."

    /// Nil if the text is not a duration, or out of range.
    package init?(_ text: String) {
        var rest = text[...]
        var sum: UInt64 = 0
        repeat {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let word = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(word.count).drop { $0 == " " }
            guard let count = UInt64(digits), let unit = Self.unit(word), count <= Self.range.upperBound / unit else {
                return nil
            }
            // A number without a unit means seconds only if it stands alone.
            if word.isEmpty, digits.count < text.count { return nil }
            sum += count * unit
            guard sum <= Self.range.upperBound else { return nil }
        } while !rest.isEmpty
        guard Self.range.contains(sum) else { return nil }
        microseconds = sum
    }

    /// The text that gives this duration again.
    package static func text(_ microseconds: UInt64) -> String {
        guard microseconds % 1_000_000 == 0 else { return "\(microseconds / 1_000)ms" }
        let (seconds, minutes) = (microseconds / 1_000_000, microseconds / 60_000_000)
        if seconds % 60 != 0 { return "\(seconds)s" }
        return minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes)min"
    }

    private static func unit(_ word: Substring) -> UInt64? {
        switch word {
        case "ms": 1_000
        case "", "s": 1_000_000
        case "min": 60_000_000
        case "h": 3_600_000_000
        default: nil
        }
    }
}

/// A file of another program with groups of `key = value` lines, such as a desktop file. A line that does not fit is
/// ignored, because it is the other program's task to complain.
package struct KeyFile {
    package struct Group {
        /// With its brackets.
        package let header: String
        package fileprivate(set) var values: [String: String] = [:]
    }

    /// In the order of the file.
    package private(set) var groups: [Group] = []

    package init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if line.hasPrefix("["), line.hasSuffix("]") {
                groups.append(Group(header: line))
            } else if !groups.isEmpty, !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") {
                groups[groups.count - 1].values[line[..<sign].trimmed] = line[line.index(after: sign)...].trimmed
            }
        }
    }

    /// The values of a group, of which a file may have several parts; nil = there is no such group.
    package subscript(header: String) -> [String: String]? {
        let parts = groups.filter { $0.header == header }
        guard let first = parts.first else { return nil }
        return parts.dropFirst().reduce(into: first.values) { $0.merge($1.values) { $1 } }
    }
}
