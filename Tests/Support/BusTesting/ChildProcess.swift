// SPDX-License-Identifier: MIT

internal import CDBus
public import Foundation
import Synchronization

/// A program that a test runs, in a process group of its own that ends with it.
///
/// `posix_spawn` rather than Foundation's `Process`, which hands down the blocked signals of the thread that it is
/// called from, so that SIGTERM may do nothing.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public enum Status: Equatable, Sendable {
        /// By itself, with an exit status.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)
    }

    /// The streams that are read.
    public enum Stream: Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case error
    }

    /// The process's number.
    public let processID: Int32
    /// The program and its arguments, for messages.
    public let arguments: [String]

    private let output: LineCollector
    private let errors: LineCollector
    private let input: Mutex<Descriptor?>
    private let status = Mutex<Status?>(nil)
    private let controlGroup: ControlGroup?

    /// Starts a program, which is looked for in `PATH`.
    ///
    /// - Parameters:
    ///   - arguments: the program and its arguments
    ///   - environment: what is set in addition to the test's own environment
    ///   - workingDirectory: where it starts
    ///   - user: as whom, without supplementary groups; needs root
    ///   - controlGroup: which control group it enters before it starts
    public convenience init(
        _ arguments: [String], environment: [String: String] = [:], workingDirectory: URL? = nil,
        user: TestUser? = nil, controlGroup: ControlGroup? = nil
    ) throws {
        try self.init(
            arguments, environment: environment, workingDirectory: workingDirectory, user: user,
            controlGroup: controlGroup, passing: [])
    }

    /// Starts a program that gets `descriptors` as its number 3 and following.
    init(
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
    /// - Throws: a ``SupportError`` when it does not end in time; then it is killed
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

    /// All that the process printed so far; all that it ever will once ``waitForExit(timeout:)`` has returned.
    public func text(of stream: Stream = .output) -> String {
        if status.withLock({ $0 != nil }) { _ = collector(stream).waitForEnd(until: Deadline()) }
        return collector(stream).text
    }

    /// Waits for a line that comes after the one that was returned last for this stream.
    public func waitForLine(
        of stream: Stream = .output, timeout: Double? = nil, where matches: (String) -> Bool = { _ in true }
    ) throws -> String {
        guard let line = collector(stream).waitForLine(until: Deadline(after: timeout), where: matches) else {
            throw SupportError("\(arguments) did not print the line that was waited for" + report)
        }
        return line
    }

    /// Writes a line to the process's standard input.
    public func writeLine(_ line: String) throws {
        try input.withLock { input in
            guard let input else { throw SupportError("the standard input of \(arguments) is closed") }
            try input.write(Array((line + "\n").utf8))
        }
    }

    /// Closes the process's standard input.
    public func closeInput() { input.withLock { $0 = nil } }

    /// Sends a signal to the process (not its group), unless it is known to have ended.
    public func send(signal: Int32) {
        status.withLock { status in
            if status == nil { _ = Foundation.kill(processID, signal) }
        }
    }

    /// Asks the process to end, by SIGTERM.
    public func terminate() { send(signal: SIGTERM) }

    /// Ends the process at once, by SIGKILL, and waits until it is gone.
    public func kill9() throws {
        send(signal: SIGKILL)
        try waitForExit()
    }

    /// Waits for the end of the process.
    @discardableResult
    public func waitForExit(timeout: Double? = nil) throws -> Status {
        try waitForExit(until: Deadline(after: timeout))
    }

    /// Ends the process and all that it started, at once. May be called more than once.
    func killGroup() {
        send(signal: SIGKILL)
        _ = try? waitForExit()
    }

    /// A descriptor that becomes readable when the process ends; nil when it has.
    func exitHandle() throws -> Descriptor? {
        try status.withLock { status in
            guard status == nil else { return nil }
            let handle = bus_testing_pidfd_open(processID)
            guard handle >= 0 else { throw SupportError.system("pidfd_open") }
            return Descriptor(owning: handle)
        }
    }

    /// What the process printed, as an addition to a message.
    var report: String {
        "; its output:\n" + text() + "\nits errors:\n" + text(of: .error)
    }

    private func waitForExit(until deadline: Deadline) throws -> Status {
        if let handle = try exitHandle(), !handle.waitReadable(until: deadline) {
            throw SupportError("\(arguments) does not end" + report)
        }
        return try status.withLock { status in
            if let status { return status }
            // While the process is not reaped, its number (which is that of its group) is nobody else's.
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
        var command = arguments
        if let user {
            command = ["setpriv", "--reuid=\(user.uid)", "--regid=\(user.gid)", "--clear-groups", "--"] + command
        }
        if let controlGroup {
            // The shell moves itself, then becomes the program: not even its first instruction runs elsewhere.
            let script = #"while [ "$1" != -- ]; do echo $$ >"$1" || exit 126; shift; done; shift; exec "$@""#
            command = ["sh", "-c", script, "sh"] + controlGroup.processFiles + ["--"] + command
        }
        return command
    }
}
