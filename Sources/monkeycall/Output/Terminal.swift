// SPDX-License-Identifier: MIT
import Glibc

/// The window of standard output.
enum Terminal {
    /// Its present columns, nil if standard output is not a terminal or does not tell.
    static var width: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
