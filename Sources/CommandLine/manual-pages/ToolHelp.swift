// SPDX-License-Identifier: MIT
import Foundation

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

    /// The usage of a subcommand without its options: `[<call>] <digits>`.
    static func usage(of program: String, _ subcommand: String) throws -> String {
        let help = String(decoding: try output(of: program, ["help", subcommand]), as: UTF8.self)
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("USAGE: ") }
        let words = lines.prefix { !$0.isEmpty }.joined(separator: " ").split(separator: " ")
        var usage: [Substring] = []
        var isOption = false
        // USAGE: PROGRAM SUBCOMMAND ...
        for word in words.dropFirst(3) {
            if word.hasPrefix("[--") || word.hasPrefix("--") { isOption = true }
            if !isOption, word != "[<options>]" { usage.append(word) }
            if word.hasSuffix("]") || word.hasSuffix(">") { isOption = false }
        }
        return usage.joined(separator: " ")
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

/// Why the page cannot be made.
struct PageError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
