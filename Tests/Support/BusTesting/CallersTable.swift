// SPDX-License-Identifier: MIT

import Foundation

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
