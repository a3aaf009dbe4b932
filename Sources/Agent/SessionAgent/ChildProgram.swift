// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// A program that the agent started, and the end of the pipe that its output comes from. Whoever has it closes the
/// pipe, and waits for the process.
struct ChildProgram {
    let process: pid_t
    let output: Int32

    /// Starts a program by its path, or by a name that `PATH` leads to. Its input is that file; nil = it has none.
    init(_ program: String, _ arguments: [String], input: BusFile? = nil) throws(BusError) {
        try self.init { (pipe) throws(BusError) in
            try Self.spawn(program, arguments, input: input, pipe: pipe, as: STDOUT_FILENO)
        }
    }

    /// Starts a program as the first process of a group. Its output is that of the agent: the pipe has the number
    /// `life` instead, and ends with the last process that has it.
    init(
        _ program: String, _ arguments: [String], input: BusFile, life: Int32, environment: [String]
    ) throws(BusError) {
        try self.init { (pipe) throws(BusError) in
            try Self.spawn(
                program, arguments, input: input, pipe: pipe, as: life, ownGroup: true, environment: environment)
        }
    }

    private init(_ spawn: (_ pipe: Int32) throws(BusError) -> pid_t) throws(BusError) {
        let pipe = try Self.makePipe()
        defer { close(pipe.input) }
        do throws(BusError) {
            process = try spawn(pipe.input)
        } catch {
            close(pipe.output)
            throw error
        }
        output = pipe.output
    }

    /// A pipe that no program inherits: what is written to `input` comes out of `output`.
    static func makePipe() throws(BusError) -> (output: Int32, input: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BusError(errno: -errno, "Making a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ program: String, _ arguments: [String], input: BusFile?, pipe: Int32, as number: Int32,
        ownGroup: Bool = false, environment: [String]? = nil
    ) throws(BusError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input.descriptor, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, pipe, number)
        // The loop has blocked the signals that end this process; the program must not inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | (ownGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0))
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        var process: pid_t = 0
        let result = variables.withUnsafeMutableBufferPointer { variables in
            let own = environment == nil ? environ : variables.baseAddress ?? environ
            return posix_spawnp(&process, program, &actions, &attributes, words, own)
        }
        guard result == 0 else { throw BusError(errno: -result, "Starting \(arguments[0])") }
        return process
    }
}

/// The output of a program, which the loop reads. The program is killed when this object is released. It has all the
/// time that it needs, because a busy machine may take long to start it.
final class ProgramOutput {
    /// In bytes. The right program prints less.
    private static let limit = 4096

    private let program: ChildProgram
    private var bytes: [UInt8] = []
    private var watch: IOWatch?

    /// Calls `ended` with the whole output, once, after this call has returned. The program has no input.
    init(_ arguments: [String], _ loop: EventLoop, _ ended: @escaping (String) -> Void) throws(BusError) {
        program = try ChildProgram(arguments[0], arguments)
        watch = try loop.watch(fileDescriptor: program.output, events: .readable) { [unowned self] _ in
            guard !readMore() else { return }
            // `ended` may release this object.
            loop.deferred { [weak self] in
                guard let self else { return }
                watch = nil
                ended(String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    deinit {
        watch = nil
        close(program.output)
        kill(program.process, SIGKILL)
        waitpid(program.process, nil, 0)
    }

    /// False at the end.
    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.limit)
        let count = read(program.output, &buffer, buffer.count)
        bytes += buffer.prefix(max(0, count))
        return count > 0 && bytes.count < Self.limit
    }
}
