// SPDX-License-Identifier: MIT

import Foundation

/// A manual page in the language of mdoc(7).
struct Page {
    private(set) var lines: [String]

    /// `day` is YYYY-MM-DD.
    init(_ name: String, section: Int, day: String, title: String) throws {
        lines = [
            #".\" Generated from the program's help or its example file. SPDX-License-Identifier: MIT"#,
            ".Dd \(try Self.date(day))", ".Dt \(name.uppercased()) \(section)", ".Os", ".Sh NAME", ".Nm \(name)",
            ".Nd \(Self.escaped(title))",
        ]
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    private static func date(_ day: String) throws -> String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ]
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]) else { throw PageError("\(day) must be YYYY-MM-DD") }
        return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
    }

    mutating func section(_ title: String) { lines.append(".Sh \(title)") }
    mutating func subsection(_ title: String) {
        lines.append(".Ss \(Self.escaped(title))" + (title.hasSuffix("]") ? "\\&" : ""))
    }
    mutating func macro(_ line: String) { lines.append(line) }

    mutating func add(_ parts: [Prose.Part]) {
        for part in parts {
            // After a heading mdoc leaves a gap by itself.
            if let last = lines.last, ![".Sh", ".Ss", ".It"].contains(last.prefix(3)) { lines.append(".Pp") }
            switch part {
            case .paragraph(let text): lines += Self.filled(text)
            case .literal(let text):
                if lines.last == ".Pp" { lines.removeLast() }
                lines += [".Bd -literal -offset indent"] + text.map { Self.protected(Self.literal($0)) } + [".Ed"]
            case .list(let items):
                if lines.last == ".Pp" { lines.removeLast() }
                list(items.map { (Self.literal($0.term), $0.text) })
            }
        }
    }

    /// `term` is a macro, or a text without one.
    mutating func list(_ items: [(term: String, text: String)]) {
        lines.append(".Bl -tag -width Ds")
        for item in items { lines += [".It \(item.term)"] + Self.filled(item.text) }
        lines.append(".El")
    }

    // MARK: Text

    /// One line for each sentence, as mdoc requires, none longer than 80 bytes.
    private static func filled(_ text: String) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            if let reference = reference(word) {
                lines += [reference, ""]
            } else {
                let word = escaped(String(word))
                let last = lines[lines.count - 1]
                if last.isEmpty {
                    lines[lines.count - 1] = word
                } else if last.utf8.count + word.utf8.count < 78 {
                    lines[lines.count - 1] = last + " " + word
                } else {
                    lines.append(word)
                }
                if word.last.map({ ".!?".contains($0) }) == true, word != "..." { lines.append("") }
            }
        }
        return lines.filter { !$0.isEmpty }.map(protected)
    }

    /// `.Xr monkeycalld 8` for `monkeycalld(8)`, with the punctuation after it.
    private static func reference(_ word: Substring) -> String? {
        guard let match = word.wholeMatch(of: /([a-z][a-z.-]+)\(([1-8])\)([.,;:)]?)/) else { return nil }
        return ".Xr \(match.1) \(match.2)" + (match.3.isEmpty ? "" : " \(match.3)")
    }

    /// Escapes the hyphens of options, so that readers can copy them.
    static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e")
        return text.contains("--") ? text.replacing("-", with: "\\-") : text
    }

    /// Text that a user types or a program prints keeps all its characters.
    static func literal(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
            .replacing("^", with: "\\(ha").replacing("~", with: "\\(ti")
    }

    /// Escapes a line that the formatter would take as a macro.
    private static func protected(_ line: String) -> String {
        line.hasPrefix(".") && !line.hasPrefix(".Xr ") || line.hasPrefix("'") ? "\\&" + line : line
    }
}

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

/// Why the page cannot be made.
struct PageError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
