// SPDX-License-Identifier: MIT

import Foundation

/// Standard output: one line for each event, and on a terminal a prompt below the last line.
@MainActor
enum Output {
    private static let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    private static let prompt = isTerminal ? "\(Program.name)> " : ""

    static func say(_ words: String...) { write(words.filter { !$0.isEmpty }.joined(separator: " ").printable + "\n") }

    static func show(_ text: String) { write(text + "\n") }

    /// Shows the prompt for the next command.
    static func ask() { put(prompt) }

    /// Replaces the prompt, and shows it again below.
    private static func write(_ text: String) { put((isTerminal ? "\r\u{1B}[K" : "") + text + prompt) }

    private static func put(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}

extension String {
    /// Without control characters, because strangers choose the names.
    fileprivate var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? "\u{FFFD}" : $0 }))
    }
}
