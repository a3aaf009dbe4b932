// SPDX-License-Identifier: MIT

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
