// SPDX-License-Identifier: MIT

import Foundation

/// The manual page of a program, made from its help.
struct ToolPage {
    private let program: String
    private let tool: ToolHelp.Command
    private var page: Page

    /// In the order of mdoc(7), after the chapters with other titles.
    private static let lastSections = ["ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "DIAGNOSTICS", "SEE ALSO"]

    init(program: String, section: Int, day: String) throws {
        self.program = program
        tool = try ToolHelp(of: program).command
        page = try Page(tool.commandName, section: section, day: day, title: Self.title(tool.abstract ?? ""))
        synopsis()
        let chapters = Prose(tool.discussion ?? "").chapters
        page.section("DESCRIPTION")
        page.add(chapters[0].parts)
        describeOptions()
        try describeCommands()
        let others = chapters.dropFirst().filter { !Self.lastSections.contains(Self.plural($0.title)) }
        let last = Self.lastSections.compactMap { name in chapters.first { Self.plural($0.title) == name } }
        for chapter in others + last {
            page.section(Self.plural(chapter.title))
            page.add(chapter.parts)
        }
    }

    var text: String { page.text }

    /// The abstract without capital letter and full stop.
    private static func title(_ abstract: String) -> String {
        let text = abstract.hasSuffix(".") ? abstract.dropLast() : abstract[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private static func plural(_ title: String) -> String { title == "EXAMPLE" ? "EXAMPLES" : title }

    private var commands: [ToolHelp.Command] {
        (tool.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }

    private func options(of command: ToolHelp.Command) -> [ToolHelp.Argument] {
        (command.arguments ?? []).filter { $0.shouldDisplay && $0.kind != "positional" }
    }

    /// The arguments of a program without commands; each of them is optional.
    private var positionals: [ToolHelp.Argument] {
        (tool.arguments ?? []).filter { $0.shouldDisplay && $0.kind == "positional" }
    }

    private mutating func synopsis() {
        page.section("SYNOPSIS")
        page.macro(".Nm")
        for option in options(of: tool)
        where !(option.names ?? []).contains(where: { ["version", "help"].contains($0.name) }) {
            page.macro(".Op \(option.macro)")
        }
        for argument in positionals { page.macro(".Op \(argument.macro)") }
        if !commands.isEmpty {
            page.macro(".Ar command")
            page.macro(".Op Ar argument ...")
            page.macro(".Nm")
            page.macro(".Cm help")
            page.macro(".Op Ar command")
        }
    }

    /// The options of the program, and those of several commands.
    private mutating func describeOptions() {
        page.section("OPTIONS")
        let others = shared.map { option -> (term: String, text: String) in
            let names = commands.filter { options(of: $0).contains(option) }.map(\.commandName)
            return (option.macro, option.text + " This is an option of \(names.joined(separator: ", ")).")
        }
        page.list((positionals + options(of: tool)).map { ($0.macro, $0.text) } + others)
    }

    /// The options of more than one command that the program itself does not have.
    private var shared: [ToolHelp.Argument] {
        var seen: [ToolHelp.Argument] = []
        for option in commands.flatMap({ options(of: $0) }) {
            let count = commands.filter { options(of: $0).contains(option) }.count
            if count > 1, !seen.contains(option), !options(of: tool).contains(option) { seen.append(option) }
        }
        return seen
    }

    private mutating func describeCommands() throws {
        guard !commands.isEmpty else { return }
        page.section("COMMANDS")
        let common = Set(options(of: tool) + shared)
        for command in commands {
            let forms = try ToolHelp.forms(of: program, command.commandName)
            page.subsection(forms[0].filter { !"<>".contains($0) })
            page.add([.paragraph(command.abstract ?? "")])
            if forms.count > 1 { page.add([.literal(forms)]) }
            for chapter in Prose(command.discussion ?? "").chapters {
                if !chapter.title.isEmpty {
                    page.macro(".Pp")
                    page.macro(".Sy \(chapter.title.prefix(1) + chapter.title.dropFirst().lowercased())")
                }
                page.add(chapter.parts)
            }
            let arguments = (command.arguments ?? []).filter { $0.shouldDisplay && !common.contains($0) }
            if !arguments.isEmpty { page.list(arguments.map { ($0.macro, $0.text) }) }
        }
    }
}

extension ToolHelp.Argument {
    /// `Fl -address Ar address`, `Ar call`.
    fileprivate var macro: String {
        let value = kind == "flag" ? "" : "Ar \(valueName ?? "value")"
        let names = (names ?? []).map { $0.kind == "long" ? "Fl -\($0.name)" : "Fl \($0.name)" }
        return (names.isEmpty ? value : names.joined(separator: " , ") + (value.isEmpty ? "" : " " + value))
    }

    fileprivate var text: String {
        let values = (allValues ?? []).isEmpty ? "" : " One of \((allValues ?? []).joined(separator: ", "))."
        let preset = defaultValue.map { " Default: \($0)." } ?? ""
        return (abstract ?? "") + values + preset
    }
}

/// The output of a program for `--experimental-dump-help` and `help`.
struct ToolHelp: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Command]?
        let shouldDisplay: Bool
    }

    struct Argument: Decodable, Hashable {
        /// `positional`, `option` or `flag`.
        let kind: String
        let shouldDisplay: Bool
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let allValues: [String]?
        let defaultValue: String?
    }

    struct Name: Decodable, Hashable {
        /// `long` or `short`.
        let kind: String
        let name: String
    }

    init(of program: String) throws {
        self = try JSONDecoder().decode(ToolHelp.self, from: Self.output(of: program, ["--experimental-dump-help"]))
    }

    /// The forms of a subcommand without its options, as its usage has them: `dtmf [<call>] <digits>`. Never empty.
    static func forms(of program: String, _ subcommand: String) throws -> [String] {
        let help = String(decoding: try output(of: program, ["help", subcommand]), as: UTF8.self)
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("USAGE: ") }
        let forms = lines.prefix { !$0.isEmpty }.map { line in
            // USAGE: PROGRAM SUBCOMMAND ..., and PROGRAM SUBCOMMAND ... for each further form.
            withoutOptions(line.split(separator: " ").drop { $0 != subcommand })
        }
        guard !forms.isEmpty, forms.allSatisfy({ !$0.isEmpty }) else {
            throw PageError("The usage of \(subcommand) has a line without the command")
        }
        return forms
    }

    /// Leaves out `[--limit <number>]`, `[--remove <call> ...]` and `[<options>]`.
    private static func withoutOptions(_ words: ArraySlice<Substring>) -> String {
        var kept: [Substring] = []
        var (depth, isOption) = (0, false)
        for word in words {
            if depth == 0 { isOption = word.hasPrefix("[--") || word == "[<options>]" }
            if !isOption { kept.append(word) }
            depth += word.count { $0 == "[" } - word.count { $0 == "]" }
        }
        return kept.joined(separator: " ")
    }

    /// With popen, because `Process.waitUntilExit` sometimes does not notice that a short program has ended.
    private static func output(of program: String, _ arguments: [String]) throws -> Data {
        let command = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
        guard let stream = popen(command, "r") else { throw PageError("\(command) does not start") }
        var output = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { output += buffer[..<count] }
        guard pclose(stream) == 0 else { throw PageError("\(command) failed") }
        return output
    }
}
