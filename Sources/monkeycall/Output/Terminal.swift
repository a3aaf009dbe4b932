// SPDX-License-Identifier: MIT
import Glibc

/// The terminal of the command.
enum Terminal {
    /// The present columns of standard output, nil if standard output is not a terminal or does not tell.
    static var width: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Whether a person can read a question and answer it.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks a question, and returns whether the answer is yes.
    static func ask(_ question: String) -> Bool {
        Output.question(question)
        let answer = readLine()?.lowercased()
        return answer == "y" || answer == "yes"
    }
}
