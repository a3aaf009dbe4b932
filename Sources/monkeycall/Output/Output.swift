// SPDX-License-Identifier: MIT
import Glibc

/// Where lines go. Each is written whole and at once, so that whoever reads the pipe sees it when it has happened.
enum Output {
    /// Prints a line.
    static func line(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Prints a line to standard error.
    static func errorLine(_ text: String) {
        write(text + "\n", to: STDERR_FILENO)
    }

    /// Ends the program if nobody can be told anything any more. A reader that has left has ended it already, by
    /// SIGPIPE, unless that is ignored.
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
