// SPDX-License-Identifier: MIT

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
