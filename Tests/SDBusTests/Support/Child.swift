// SPDX-License-Identifier: MIT
import Glibc

/// A process whose output can be read; killed when dropped.
final class Child: Sendable {
    let pid: pid_t
    private let output: Int32

    init(_ arguments: [String], errorsToo: Bool = false) throws {
        let ends = try channel()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends.1, 1)
        if errorsToo {
            posix_spawn_file_actions_adddup2(&actions, ends.1, 2)
        } else {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        let name = arguments[0]
        var arguments = arguments.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let result = try Self.withCleanSignals {
            posix_spawnp(&child, name, &actions, $0, &arguments, environ)
        }
        close(ends.1)
        guard result == 0 else { throw TestFailure("posix_spawn: \(result)") }
        (pid, output) = (child, ends.0)
    }

    deinit {
        stop()
        close(output)
    }

    func stop() {
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// Everything up to the end, or up to the first line feed.
    func text(line: Bool = false) -> String {
        var (text, byte): ([UInt8], UInt8) = ([], 0)
        while read(output, &byte, 1) == 1, !(line && byte == UInt8(ascii: "\n")) { text.append(byte) }
        return String(decoding: text, as: UTF8.self)
    }

    /// A pool thread's blocked signals would be handed down.
    private static func withCleanSignals<T>(_ body: (UnsafePointer<posix_spawnattr_t>) -> T) throws -> T {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        return body(&attributes)
    }
}

struct TestFailure: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
