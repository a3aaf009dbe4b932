// SPDX-License-Identifier: MIT

import CallKit

/// Standard output: one line per event, at once, and at a terminal a prompt below the last one.
@MainActor
enum Output {
    private static let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    private static let prompt = isTerminal ? "MonkeyCall> " : ""

    static func say(_ words: String...) { write(words.filter { !$0.isEmpty }.joined(separator: " ").printable + "\n") }

    static func show(_ text: String) { write(text + "\n") }

    /// For the next command.
    static func ask() { put(prompt) }

    /// Over the prompt, which comes again below.
    private static func write(_ text: String) { put((isTerminal ? "\r\u{1B}[K" : "") + text + prompt) }

    private static func put(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}

extension String {
    /// On one line, and without what a terminal would take for a command: names come from strangers.
    fileprivate var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? "\u{FFFD}" : $0 }))
    }
}
