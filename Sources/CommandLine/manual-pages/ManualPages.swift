// SPDX-License-Identifier: MIT

import Foundation

/// Prints the manual page of a program from its help, or of a configuration file from its example.
///
///     manual-pages PROGRAM SECTION YYYY-MM-DD
///     manual-pages EXAMPLE.conf 5 YYYY-MM-DD
@main
enum ManualPages {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { String($0) }
        guard arguments.count == 3, let section = Int(arguments[1]) else {
            throw PageError("usage: manual-pages PROGRAM|EXAMPLE.conf SECTION YYYY-MM-DD")
        }
        let (source, day) = (arguments[0], arguments[2])
        let text =
            source.hasSuffix(".conf")
            ? try ConfigurationPage(example: source, day: day).text
            : try ToolPage(program: source, section: section, day: day).text
        print(text, terminator: "")
    }
}

/// The manual page of a configuration file, made from its example. The example begins with comments: its licence, then
/// `NAME - TITLE.`, then the description. A comment before a section or a key describes it; a comment before an empty
/// line describes the section. A commented key shows its default; in a commented section it is an example.
struct ConfigurationPage {
    private var page: Page

    init(example path: String, day: String) throws {
        let blocks = try Self.blocks(String(contentsOfFile: path, encoding: .utf8))
        let preamble = blocks.prefix { $0.key.isEmpty }.map(\.comment)
        guard preamble.count > 2, let title = preamble[1].wholeMatch(of: /([^ ]+) - ([^.]+)\..*/) else {
            throw PageError("\(path) must begin with its licence, its name and its title")
        }
        let name = String(title.1)
        page = try Page(name, section: 5, day: day, title: String(title.2))
        page.section("SYNOPSIS")
        let files = preamble.joined(separator: " ").matches(of: /[~\/][^ ,]*\.conf/).map { String($0.0) }
        guard let file = files.first else { throw PageError("\(path) must name the path of the file") }
        page.macro(".Pa \(Page.escaped(file))")
        page.section("DESCRIPTION")
        page.add(preamble.dropFirst(2).map { .paragraph($0) })
        describe(Array(blocks.dropFirst(preamble.count)))
        page.section("SEE ALSO")
        // A configuration file is named after its program.
        page.macro(".Xr monkeycall 1 ,\n.Xr \(name.prefix { $0 != "." }) 8")
    }

    var text: String { page.text }

    /// A comment and the line after it, which is empty, a section or `Key=value`.
    private typealias Block = (comment: String, key: String)

    private static func blocks(_ text: String) -> [Block] {
        var blocks: [Block] = []
        var comment: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                comment.append(line.dropFirst(2))
            } else if !(line.isEmpty || line == "#") || !comment.isEmpty {
                blocks.append((comment.joined(separator: " "), line == "#" ? "" : String(line)))
                comment = []
            }
        }
        return blocks
    }

    private mutating func describe(_ blocks: [Block]) {
        page.section("SECTIONS")
        var (isList, isExample) = (false, false)
        func end() { if isList { page.macro(".El") } }
        for block in blocks {
            let line = block.key.drop { $0 == "#" }
            if line.isEmpty || line.hasPrefix("[") {
                end()
                isList = false
                if !line.isEmpty {
                    page.subsection(String(line))
                    isExample = block.key.hasPrefix("#")
                }
                if !block.comment.isEmpty { page.add([.paragraph(block.comment)]) }
            } else {
                if !isList { page.macro(".Bl -tag -width Ds") }
                isList = true
                let (key, value) = (line.prefix { $0 != "=" }, line.drop { $0 != "=" }.dropFirst())
                page.macro(".It \(isExample ? String(line) : key + "=")")
                let preset = value.isEmpty || isExample ? "" : " Default: \(value)."
                page.add([.paragraph(block.comment + preset)])
            }
        }
        end()
    }
}
