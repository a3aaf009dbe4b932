// SPDX-License-Identifier: MIT
import Glibc

/// The window that standard output is shown in.
enum Terminal {
    /// Its columns as of now, nil if it is not a terminal or does not say.
    static var width: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
