// SPDX-License-Identifier: MIT
import Glibc

/// The terminal of the command.
enum Terminal {
    /// The present columns of standard output, nil if standard output is not a terminal or does not tell.
    static var width: Int? {
        // Rows, columns and their pixels, as in `struct winsize`. Since glibc 2.40 that struct belongs to another
        // module, of libsystemd.
        var size: (rows: UInt16, columns: UInt16, width: UInt16, height: UInt16) = (0, 0, 0, 0)
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.columns > 0 else { return nil }
        return Int(size.columns)
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
