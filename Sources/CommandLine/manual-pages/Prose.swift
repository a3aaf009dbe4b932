// SPDX-License-Identifier: MIT
import Foundation

/// Help text in its parts. A line in capital letters is a heading; indented lines are a list if each has a term and,
/// behind two blanks, what it means, and are shown as they are if not; anything else is a paragraph.
struct Prose {
    enum Part {
        case paragraph(String)
        case literal([String])
        case list([(term: String, text: String)])
    }

    struct Chapter {
        /// Empty for what comes before the first heading.
        let title: String
        var parts: [Part] = []
    }

    private(set) var chapters = [Chapter(title: "")]

    init(_ text: String) {
        var (paragraph, indented) = ([Substring](), [Substring]())
        func end() {
            if !paragraph.isEmpty { add(.paragraph(paragraph.joined(separator: " "))) }
            if !indented.isEmpty { add(Self.list(indented).map { .list($0) } ?? .literal(Self.literal(indented))) }
            (paragraph, indented) = ([], [])
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  ") {
                if !paragraph.isEmpty { end() }
                indented.append(line)
            } else {
                if line.isEmpty || !indented.isEmpty { end() }
                if let (title, rest) = Self.heading(line) {
                    chapters.append(Chapter(title: title))
                    if !rest.isEmpty { add(.paragraph(rest)) }
                } else if !line.isEmpty {
                    paragraph.append(line)
                }
            }
        }
        end()
    }

    private mutating func add(_ part: Part) { chapters[chapters.count - 1].parts.append(part) }

    /// `EXIT STATUS`, and `EVENTS, with whole ids` with the rest as a sentence.
    private static func heading(_ line: Substring) -> (title: String, rest: String)? {
        let title = line.prefix { $0.isUppercase || $0 == " " }
        guard title.count > 3, title.count == line.count || line[title.endIndex] == "," else { return nil }
        let rest = line[title.endIndex...].drop { ", ".contains($0) }
        return (String(title), rest.isEmpty ? "" : rest.prefix(1).uppercased() + rest.dropFirst() + ":")
    }

    private static func list(_ lines: [Substring]) -> [(term: String, text: String)]? {
        var items: [(term: String, text: String)] = []
        for line in lines {
            let text = line.drop { $0 == " " }
            if line.count - text.count >= 16, !items.isEmpty {
                items[items.count - 1].text += " " + text
            } else {
                guard let gap = text.range(of: "  ") else { return nil }
                items.append((String(text[..<gap.lowerBound]), String(text[gap.upperBound...].drop { $0 == " " })))
            }
        }
        return items
    }

    private static func literal(_ lines: [Substring]) -> [String] { lines.map { String($0.dropFirst(2)) } }
}
