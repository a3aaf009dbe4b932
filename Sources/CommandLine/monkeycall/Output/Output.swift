// SPDX-License-Identifier: MIT
import Glibc

/// Standard output and error. Each line is written whole and at once, so that the reader of a pipe sees it at its time.
enum Output {
    static func line(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Prints a line to standard error.
    static func errorLine(_ text: String) {
        write(text + "\n", to: STDERR_FILENO)
    }

    /// Prints a question to standard error; the answer follows on the same line.
    static func question(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Ends the program if it cannot write. If the reader has left, SIGPIPE has ended the program before, unless that
    /// signal is ignored.
    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        let problem: Int32? = text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
        guard let problem, descriptor == STDOUT_FILENO else { return }
        if problem != EPIPE { errorLine("monkeycall: OutputFailed: \(String(cString: strerror(problem)))") }
        exit(Failure.Status.output.rawValue)
    }
}
