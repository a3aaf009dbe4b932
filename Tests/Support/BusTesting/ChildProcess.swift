// SPDX-License-Identifier: MIT

internal import CDBus
public import Foundation
import Synchronization

/// A program that a test runs in a process group of its own. Its end ends the group.
///
/// It uses `posix_spawn`, because Foundation's `Process` passes the blocked signals of the calling thread on to the
/// program, and SIGTERM may then have no effect.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public enum Status: Equatable, Sendable {
        /// By itself, with an exit status.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)
    }

    /// The streams that a test can read.
    public enum Stream: Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case error
    }

    /// The id of the process.
    public let processID: Int32
    /// The program and its arguments, for messages.
    public let arguments: [String]

    private let output: LineCollector
    private let errors: LineCollector
    private let input: Mutex<Descriptor?>
    private let status = Mutex<Status?>(nil)
    private let controlGroup: ControlGroup?

    /// Starts a program, which is searched in `PATH`.
    ///
    /// - Parameters:
    ///   - arguments: the program and its arguments
    ///   - environment: variables in addition to the test's own environment
    ///   - workingDirectory: the program's working directory; nil = the test's
    ///   - user: the user of the program, without supplementary groups; needs root
    ///   - controlGroup: the control group that the process enters before the program starts
    public convenience init(
        _ arguments: [String], environment: [String: String] = [:], workingDirectory: URL? = nil,
        user: TestUser? = nil, controlGroup: ControlGroup? = nil
    ) throws {
        try self.init(
            arguments, environment: environment, workingDirectory: workingDirectory, user: user,
            controlGroup: controlGroup, passing: [])
    }

    /// Starts a program that gets `descriptors` as its descriptors 3 and following.
    package init(
        _ arguments: [String], environment: [String: String], workingDirectory: URL? = nil, user: TestUser? = nil,
        controlGroup: ControlGroup? = nil, passing descriptors: [Descriptor]
    ) throws {
        let (childInput, input) = try Descriptor.pipe()
        let (output, childOutput) = try Descriptor.pipe()
        let (errors, childErrors) = try Descriptor.pipe()
        self.arguments = arguments
        self.controlGroup = controlGroup
        processID = try Spawn(
            arguments: Self.wrapped(arguments, user: user, controlGroup: controlGroup),
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            workingDirectory: workingDirectory,
            descriptors: [childInput, childOutput, childErrors] + descriptors
        ).start()
        self.input = Mutex(input)
        self.output = LineCollector(reading: output)
        self.errors = LineCollector(reading: errors)
    }

    deinit { killGroup() }

    /// Runs a program to its end.
    ///
    /// - Throws: a ``SupportError`` when it does not end in time; the program is then killed
    public static func run(
        _ arguments: [String], environment: [String: String] = [:], user: TestUser? = nil,
        controlGroup: ControlGroup? = nil, timeout: Double? = nil
    ) throws -> CommandResult {
        let child = try ChildProcess(arguments, environment: environment, user: user, controlGroup: controlGroup)
        child.closeInput()
        let deadline = Deadline(after: timeout)
        let status = try child.waitForExit(until: deadline)
        guard child.output.waitForEnd(until: deadline), child.errors.waitForEnd(until: deadline) else {
            throw SupportError("\(arguments) has left its output open" + child.report)
        }
        return CommandResult(status: status, output: child.text(), errors: child.text(of: .error))
    }

    /// The text that the process has printed so far; the complete text after ``waitForExit(timeout:)`` has returned.
    public func text(of stream: Stream = .output) -> String {
        if status.withLock({ $0 != nil }) { _ = collector(stream).waitForEnd(until: Deadline()) }
        return collector(stream).text
    }

    /// Waits for a line after the one that was last returned for this stream.
    public func waitForLine(
        of stream: Stream = .output, timeout: Double? = nil, where matches: (String) -> Bool = { _ in true }
    ) throws -> String {
        guard let line = collector(stream).waitForLine(until: Deadline(after: timeout), where: matches) else {
            throw SupportError("\(arguments) did not print the line that was waited for" + report)
        }
        return line
    }

    /// Writes a line to the process's standard input.
    public func writeLine(_ line: String) throws { try write(Array((line + "\n").utf8)) }

    /// Writes to the process's standard input.
    package func write(_ bytes: [UInt8]) throws {
        try input.withLock { input in
            guard let input else { throw SupportError("the standard input of \(arguments) is closed") }
            try input.write(bytes)
        }
    }

    /// Closes the process's standard input.
    public func closeInput() { input.withLock { $0 = nil } }

    /// Sends a signal to the process, not to its group, unless the process is known to have ended.
    public func send(signal: Int32) {
        status.withLock { status in
            if status == nil { _ = Foundation.kill(processID, signal) }
        }
    }

    /// Sends SIGTERM to the process.
    public func terminate() { send(signal: SIGTERM) }

    /// Kills the process with SIGKILL, and waits for its end.
    public func kill9() throws {
        send(signal: SIGKILL)
        try waitForExit()
    }

    /// Waits for the end of the process.
    @discardableResult
    public func waitForExit(timeout: Double? = nil) throws -> Status {
        try waitForExit(until: Deadline(after: timeout))
    }

    /// Kills the process and its children. May be called more than once.
    func killGroup() {
        send(signal: SIGKILL)
        _ = try? waitForExit()
    }

    /// A descriptor that becomes readable when the process ends; nil when it has ended.
    func exitHandle() throws -> Descriptor? {
        try status.withLock { status in
            guard status == nil else { return nil }
            let handle = bus_testing_pidfd_open(processID)
            guard handle >= 0 else { throw SupportError.system("pidfd_open") }
            return Descriptor(owning: handle)
        }
    }

    /// The output of the process, as a suffix for a message.
    var report: String {
        "; its output:\n" + text() + "\nits errors:\n" + text(of: .error)
    }

    private func waitForExit(until deadline: Deadline) throws -> Status {
        if let handle = try exitHandle(), !handle.waitReadable(until: deadline) {
            throw SupportError("\(arguments) does not end" + report)
        }
        return try status.withLock { status in
            if let status { return status }
            // Until the process is reaped, its id, which is also that of its group, cannot belong to another process.
            Foundation.kill(-processID, SIGKILL)
            var code: Int32 = 0
            guard waitpid(processID, &code, 0) == processID else { throw SupportError.system("waitpid") }
            let signal = code & 0x7f
            let ended: Status = signal == 0 ? .exited((code >> 8) & 0xff) : .signalled(signal)
            status = ended
            return ended
        }
    }

    private func collector(_ stream: Stream) -> LineCollector { stream == .output ? output : errors }

    private static func wrapped(_ arguments: [String], user: TestUser?, controlGroup: ControlGroup?) -> [String] {
        var command = user?.running(arguments) ?? arguments
        if let controlGroup {
            // The shell moves itself, then becomes the program: not even its first instruction runs in another group.
            let script = #"while [ "$1" != -- ]; do echo $$ >"$1" || exit 126; shift; done; shift; exec "$@""#
            command = ["sh", "-c", script, "sh"] + controlGroup.processFiles + ["--"] + command
        }
        return command
    }
}

/// The result of a program that ran to its end.
public struct CommandResult: Sendable, CustomStringConvertible {
    /// The way it ended.
    public let status: ChildProcess.Status
    /// The text on standard output.
    public let output: String
    /// The text on standard error.
    public let errors: String

    /// Whether the program ended with exit status 0.
    public var succeeded: Bool { status == .exited(0) }

    /// Status, output and errors, for the message of a failed test.
    public var description: String { "\(status)\noutput: \(output)\nerrors: \(errors)" }
}

/// One call of `posix_spawnp`.
struct Spawn {
    let arguments: [String]
    let environment: [String: String]
    let workingDirectory: URL?
    /// They become the child's descriptors 0, 1, 2 and following.
    let descriptors: [Descriptor]

    /// Starts the process, in a process group of its own, with no signal blocked or ignored.
    func start() throws -> Int32 {
        guard let program = arguments.first else { throw SupportError("no program to start") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        prepare(&actions)
        prepare(&attributes)

        var processID: Int32 = 0
        let code = withStrings(arguments) { arguments in
            withStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawnp(&processID, program, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SupportError.system("cannot start \(program)", code: code) }
        return processID
    }

    private func prepare(_ actions: inout posix_spawn_file_actions_t) {
        // First moves the sources above all targets: with few open files, a source may have the number of a target.
        let free = (descriptors.map(\.number).max() ?? 0) + Int32(descriptors.count)
        for (index, source) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, source.number, free + Int32(index))
        }
        for index in descriptors.indices {
            posix_spawn_file_actions_adddup2(&actions, free + Int32(index), Int32(index))
        }
        // A test runner may have descriptors that were opened without close-on-exec.
        posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
        if let workingDirectory {
            posix_spawn_file_actions_addchdir_np(&actions, workingDirectory.path)
        }
    }

    private func prepare(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// The strings in the form of C: an array of pointers with a null at its end.
    private func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
