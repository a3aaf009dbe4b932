// SPDX-License-Identifier: MIT

public import Foundation

/// A table of SECURITY.md: the members of a program's interfaces, and what an app in a sandbox gets from each.
public struct CallersTable {
    /// Some members of an interface.
    public struct Row {
        /// The D-Bus name of the interface.
        public let interface: String
        /// The names of the members.
        public let members: [String]
        /// What an app in a sandbox gets from each of them.
        public let sandbox: String

        /// The callers that the row describes: the name of a case of SDBus's `Access`, which this module does not know.
        fileprivate var access: String {
            switch sandbox {
            case "refused": "user"
            case "only root": "root"
            default: "everyone"
            }
        }
    }

    /// The rows in their order.
    public let rows: [Row]

    /// Reads the table below a heading of the second level.
    public init(below heading: String) throws {
        let text = try String(contentsOf: Repository.file("SECURITY.md"), encoding: .utf8)
        let section = text.split(separator: "\n").drop { $0 != "## \(heading)" }.dropFirst()
        let lines = section.prefix { !$0.hasPrefix("## ") }.drop { !$0.hasPrefix("| interface | members |") }
        rows = lines.dropFirst(2).prefix { $0.hasPrefix("|") }.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4 else { return nil }
            let words = cells[1].split(separator: "`").map(String.init)
            let members = words.filter { $0.first?.isLetter == true && !$0.contains(" ") }
            return Row(interface: cells[0].replacing("`", with: ""), members: members, sandbox: cells[3])
        }
        guard !rows.isEmpty else { throw SupportError("SECURITY.md has no table of callers below \(heading)") }
    }

    /// The differences from the columns of the program's interface tables, one line for each; empty when they say the
    /// same. An access is the name of a case of SDBus's `Access`.
    public func differences(from columns: [(interface: String, member: String, access: String)]) -> [String] {
        var documented: [String: String] = [:]
        var differences: [String] = []
        for row in rows {
            for member in row.members.map({ "\(row.interface).\($0)" }) {
                let other = documented.updateValue(row.access, forKey: member)
                if other != nil { differences.append("\(member): SECURITY.md has it twice") }
            }
        }
        for (interface, member, access) in columns {
            let text = documented.removeValue(forKey: "\(interface).\(member)") ?? "missing"
            if text != access { differences.append("\(interface).\(member): \(access), in SECURITY.md \(text)") }
        }
        return differences + documented.keys.sorted().map { "\($0): only in SECURITY.md" }
    }
}

/// A member of an interface file with the comment before it. The interface itself counts as a member.
public struct DocumentedMember: CustomStringConvertible {
    /// `interface`, `method`, `signal` or `property`.
    public let kind: String
    /// Its name.
    public let name: String
    /// The text of the comment.
    public let comment: String
    /// The names of its arguments, then of its results.
    public let arguments: [String]

    /// Kind and name.
    public var description: String { "\(kind) \(name)" }

    /// The members of a file in its order.
    public static func all(in file: URL) throws -> [DocumentedMember] {
        let text = try String(contentsOf: file, encoding: .utf8)
        var comment = ""
        var members: [DocumentedMember] = []
        let tokens = try NSRegularExpression(
            pattern: #"<!--(.*?)-->|<(interface|method|signal|property|arg) name="([^"]*)""#,
            options: .dotMatchesLineSeparators)
        for match in tokens.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
            func part(_ index: Int) -> String? { Range(match.range(at: index), in: text).map { String(text[$0]) } }
            if let words = part(1) {
                comment = words.trimmingCharacters(in: .whitespacesAndNewlines)
            } else if let kind = part(2), let name = part(3) {
                if kind == "arg", let last = members.popLast() {
                    members.append(
                        DocumentedMember(
                            kind: last.kind, name: last.name, comment: last.comment, arguments: last.arguments + [name])
                    )
                } else {
                    members.append(DocumentedMember(kind: kind, name: name, comment: comment, arguments: []))
                    comment = ""
                }
            }
        }
        return members
    }
}
