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
