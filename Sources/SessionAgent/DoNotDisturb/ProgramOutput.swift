// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// The output of a program, which the loop reads. The program is killed when this object is released, or on a time-out.
final class ProgramOutput {
    /// In microseconds.
    private static let timeout: UInt64 = 5_000_000
    /// In bytes. The right program prints less.
    private static let limit = 4096

    private let process: pid_t
    private let pipe: Int32
    private var bytes: [UInt8] = []
    private var watch: IOWatch?
    private var timer: SDBus.Timer?

    /// Calls `ended` with the whole output, once, after this call has returned. The program has no input.
    init(_ arguments: [String], _ loop: EventLoop, _ ended: @escaping (String) -> Void) throws(BusError) {
        var pipes: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipes) == 0 else { throw BusError(errno: -errno, "Making a pipe") }
        defer { close(pipes[1]) }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        do throws(BusError) {
            process = try Self.spawn(arguments, output: pipes[1])
        } catch {
            close(pipes[0])
            throw error
        }
        pipe = pipes[0]
        timer = try loop.timer(after: Self.timeout) { [process] in _ = kill(process, SIGKILL) }
        watch = try loop.watch(fileDescriptor: pipe, events: .readable) { [unowned self] _ in
            guard !readMore() else { return }
            // `ended` may release this object.
            loop.deferred { [weak self] in
                guard let self else { return }
                (watch, timer) = (nil, nil)
                ended(String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    deinit {
        (watch, timer) = (nil, nil)
        close(pipe)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// False at the end.
    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.limit)
        let count = read(pipe, &buffer, buffer.count)
        bytes += buffer.prefix(max(0, count))
        return count > 0 && bytes.count < Self.limit
    }

    private static func spawn(_ arguments: [String], output: Int32) throws(BusError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        // The loop has blocked the signals that end this process; the program must not inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, arguments[0], &actions, &attributes, words, environ)
        guard result == 0 else { throw BusError(errno: -result, "Starting \(arguments[0])") }
        return process
    }
}
