// SPDX-License-Identifier: MIT

public import Foundation

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
