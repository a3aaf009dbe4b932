// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import Glibc
import SDBus

/// A program that is to run for an event.
struct HookRun {
    /// The path.
    let program: String
    let event: HookEvent
    /// What it reads.
    let input: String

    /// A line of JSON, without the tones behind the number: they may be the code of a meeting.
    static func input(about call: CallRecord) -> String {
        var properties = call.properties
        properties[.postDial] = nil
        return JSON(properties).text + "\n"
    }

    var name: String { String(program.split(separator: "/").last ?? "") }
}

/// Starts the user's programs: as services of the user's systemd, with its environment, and without systemd as process
/// groups of the agent.
final class HookStarter {
    /// How long a program and its children may run, in microseconds.
    static let longest: UInt64 = 10_000_000
    private static let manager = CallTarget(
        "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
        "StartTransientUnit")

    private let session: BusConnection
    private let loop: EventLoop
    private let log: Log
    /// Before the agent changed it.
    private let environment: [String]
    private var number = 0

    init(_ session: BusConnection, _ loop: EventLoop, log: Log) {
        (self.session, self.loop, self.log) = (session, loop, log)
        var words: [String] = []
        var place = environ
        while let word = place.pointee {
            words.append(String(cString: word))
            place += 1
        }
        environment = words
    }

    /// Calls `ended` once, after this call has returned; nil if the program cannot run.
    func start(_ run: HookRun, ended: @escaping () -> Void) -> RunningHook? {
        let hook = RunningHook(loop, ended)
        do throws(BusError) {
            let (input, pipe) = (try Self.file(run.input), try HookPipe())
            number += 1
            let unit = "monkeycall-hook-\(getpid())-\(number).service"
            try session.callAsync(
                Self.manager, timeout: Self.longest,
                completion: { [weak self, weak hook] reply in
                    // Until then the agent has the pipe too: its end means that the program has ended.
                    defer { withExtendedLifetime(pipe) {} }
                    guard let self, let hook, let error = reply.failure else { return }
                    self.start(run, as: hook, input, after: error)
                },
                write: { (writer) throws(BusError) in
                    try writer.append(unit)
                    try writer.append("fail")
                    try writer.array(of: "(sv)") { (writer) throws(BusError) in
                        for (name, value) in Self.properties(of: run, input, pipe) {
                            try writer.structure(name, value)
                        }
                    }
                    try writer.array(of: "(sa(sv))") { _ in }
                })
            // The manager ends the program in time; this is only for a manager that hangs.
            try hook.wait(for: pipe, atMost: 2 * Self.longest)
            return hook
        } catch {
            log("a program for calls is not run", error, ["hook": run.name])
            return nil
        }
    }

    /// There is no manager, or it did not start the program. A manager that did not answer may have started it.
    private func start(_ run: HookRun, as hook: RunningHook, _ input: BusFile, after error: BusError) {
        guard error.name != StandardErrorName.noReply else { return }
        do throws(BusError) {
            let program = try ChildProgram(
                run.program, [run.program, run.event.rawValue], input: input, life: HookPipe.descriptor,
                environment: environment)
            try hook.wait(for: program, atMost: Self.longest)
        } catch {
            log("a program for calls is not run", error, ["hook": run.name])
            hook.end()
        }
    }

    /// The name of a unit property, and its value.
    private static func properties(
        of run: HookRun, _ input: BusFile, _ pipe: HookPipe
    ) -> KeyValuePairs<String, Variant> {
        [
            "Description": .string("A program of the user for a call"),
            "Type": .string("exec"),
            "ExecStart": .array(
                of: "(sasb)",
                [.structure([.string(run.program), .strings([run.program, run.event.rawValue]), .bool(false)])]),
            "StandardInputFileDescriptor": .file(input),
            // The agent learns of the end by it.
            "StandardOutputFileDescriptor": .file(pipe.input),
            "StandardError": .string("journal"),
            "RuntimeMaxUSec": .uint64(longest),
            "TimeoutStopUSec": .uint64(1_000_000),
            "KillMode": .string("control-group"),
            "CollectMode": .string("inactive-or-failed"),
        ]
    }

    /// A file in memory with this text, which is read from its beginning.
    private static func file(_ text: String) throws(BusError) -> BusFile {
        let file = try BusFile(sealing: text.utf8)
        lseek(file.descriptor, 0, SEEK_SET)
        return file
    }
}

/// A pipe that a program has as its output; it ends when no process has it any more.
struct HookPipe {
    /// The number of the pipe in a process group of the agent: no shell closes it, also if it writes its output
    /// elsewhere.
    static let descriptor: Int32 = 3

    let output: BusFile
    let input: BusFile

    init() throws(BusError) {
        let ends = try ChildProgram.makePipe()
        (output, input) = (BusFile(adopting: ends.output), BusFile(adopting: ends.input))
    }
}

/// A program that runs, or that systemd was asked to run. A process group of the agent is killed when its first process
/// has ended, when its time is over, and when this object is released.
final class RunningHook {
    private let loop: EventLoop
    private let ended: () -> Void
    private var isOver = false
    private var output: BusFile?
    private var program: ChildProgram?
    private var watch: IOWatch?
    private var timer: Timer?

    init(_ loop: EventLoop, _ ended: @escaping () -> Void) { (self.loop, self.ended) = (loop, ended) }

    deinit { stop() }

    func wait(for pipe: HookPipe, atMost time: UInt64) throws(BusError) {
        output = pipe.output
        try wait(for: pipe.output.descriptor, atMost: time)
    }

    func wait(for program: ChildProgram, atMost time: UInt64) throws(BusError) {
        // Before its pipe is closed.
        watch = nil
        (self.program, output) = (program, nil)
        try wait(for: program.output, atMost: time)
    }

    private func wait(for output: Int32, atMost time: UInt64) throws(BusError) {
        watch = try loop.watch(fileDescriptor: output, events: .readable) { [unowned self] _ in
            var buffer = [UInt8](repeating: 0, count: 4096)
            if read(output, &buffer, buffer.count) <= 0 { end() }
        }
        timer = loop.timer(after: time) { [unowned self] in end() }
    }

    /// Ends it, and says so after this call has returned.
    func end() {
        guard !isOver else { return }
        isOver = true
        loop.deferred { [weak self] in
            guard let self else { return }
            stop()
            ended()
        }
    }

    private func stop() {
        (watch, timer, output) = (nil, nil, nil)
        guard let program else { return }
        self.program = nil
        close(program.output)
        // Its number is its own until it is waited for, and so is that of its group.
        kill(-program.process, SIGKILL)
        waitpid(program.process, nil, 0)
    }
}
