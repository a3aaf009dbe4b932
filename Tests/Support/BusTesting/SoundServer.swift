// SPDX-License-Identifier: MIT

package import Foundation

/// A real sound server with two virtual sinks. Tests record and measure what the sinks play.
package final class SoundServer {
    /// Tests use both in the same way.
    package enum Kind: CaseIterable, Sendable {
        /// PipeWire with WirePlumber and its PulseAudio interface.
        case pipeWire
        case pulseAudio
    }

    private let folder: TemporaryDirectory
    private let kind: Kind
    private var processes: [ChildProcess] = []
    /// The environment for programs that play or record.
    package let environment: [String: String]
    /// The user of the server; nil = of the tests.
    package let user: TestUser?

    /// A server of its own for that user; nil = of the tests.
    package init(on bus: BusDaemon, _ kind: Kind = .pipeWire, of user: TestUser? = nil) throws {
        self.user = user
        folder = try TemporaryDirectory()
        let home = folder.url.path
        environment = [
            "HOME": home, "XDG_RUNTIME_DIR": home, "XDG_CONFIG_HOME": home + "/config",
            "XDG_STATE_HOME": home + "/state",
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
            "PULSE_COOKIE": home + "/cookie", "PULSE_SERVER": "unix:\(home)/pulse/native",
        ]
        self.kind = kind
        _ = try folder.write("", to: "cookie")
        if let user {
            for path in [home, home + "/cookie"] { chown(path, user.uid, user.gid) }
        }
        try start()
    }

    /// Starts the server, and returns when it has its devices.
    package func start() throws {
        switch kind {
        case .pipeWire: try startPipeWire()
        case .pulseAudio: try startPulseAudio()
        }
        try wait(for: Self.names)
    }

    /// Kills the server.
    package func stop() throws {
        for process in processes { try process.kill9() }
        processes = []
    }

    /// Plays a tone of 0.25 (root mean square) for two minutes; nil = the server chooses the sink.
    package func play(on sink: String?, _ options: [String] = []) throws -> ChildProcess {
        try ChildProcess(
            [
                "pacat", "-p", "--raw", "--format=s16le", "--rate=8000", "--channels=1",
                "--latency-msec=50",
            ] + (sink.map { ["-d", $0] } ?? []) + options + [tone().path], environment: environment, user: user)
    }

    /// The file with that tone, as `play` takes it.
    package func tone() throws -> URL {
        let file = folder.url.appendingPathComponent("tone")
        if !FileManager.default.fileExists(atPath: file.path) { try Self.tone.write(to: file) }
        return file
    }

    /// A square wave of 400 Hz.
    private static let tone: Data = {
        let samples: [Int16] = (0..<120 * 8_000).map { $0 / 10 % 2 == 0 ? 8_192 : -8_192 }
        return samples.withUnsafeBytes { Data($0) }
    }()

    private func startPipeWire() throws {
        let configuration = "config/pipewire/pipewire.conf.d"
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent(configuration), withIntermediateDirectories: true)
        _ = try folder.write(Self.sinks, to: configuration + "/sinks.conf")
        // A crashed server leaves its socket behind.
        let socket = folder.url.appendingPathComponent("pipewire-0").path
        unlink(socket)
        processes.append(try ChildProcess(["pipewire"], environment: environment, user: user))
        // The other programs exit if they find no server.
        let deadline = Deadline(after: 20)
        while !FileManager.default.fileExists(atPath: socket) {
            guard !deadline.hasPassed else { throw SupportError("PipeWire does not start") }
        }
        processes.append(try ChildProcess(["wireplumber"], environment: environment, user: user))
        try waitForDefaults()
        processes.append(try ChildProcess(["pipewire-pulse"], environment: environment, user: user))
    }

    /// Waits until WirePlumber keeps the default devices. If a client leaves at that moment, PipeWire 0.3 never reports
    /// a change of a default again. So this waits with a client that stays, before the tests start others.
    private func waitForDefaults() throws {
        let monitor = try ChildProcess(
            ["stdbuf", "-oL", "pw-metadata", "--monitor"], environment: environment, user: user)
        processes.append(monitor)
        _ = try monitor.waitForLine { $0.hasPrefix("Found") }
    }

    private func startPulseAudio() throws {
        let modules = Self.names.map { "load-module module-null-sink sink_name=\($0)" }
        let socket = "load-module module-native-protocol-unix socket=\(folder.url.path)/pulse/native auth-anonymous=1"
        // Like most servers, this one remembers volumes.
        let memory = "load-module module-stream-restore restore_device=false"
        let script = try folder.write((modules + [memory, socket]).joined(separator: "\n") + "\n", to: "pulse.pa")
        let socketFolder = folder.url.appendingPathComponent("pulse")
        try FileManager.default.createDirectory(at: socketFolder, withIntermediateDirectories: true)
        if let user { chown(socketFolder.path, user.uid, user.gid) }
        processes.append(
            try ChildProcess(
                ["pulseaudio", "-n", "-F", script.path, "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"],
                environment: environment, user: user))
    }

    /// Makes a sink the default. WirePlumber refuses this in its first moments, so it is tried repeatedly.
    package func setDefault(_ sink: String) throws {
        let deadline = Deadline()
        while true {
            let result = try ChildProcess.run(
                ["pactl", "set-default-sink", sink], environment: environment, user: user)
            if result.status == .exited(0) { return }
            guard !deadline.hasPassed else { throw SupportError("pactl: \(result.errors)") }
        }
    }

    /// Makes a microphone the default. WirePlumber refuses this in its first moments, so it is tried repeatedly.
    package func setDefaultMicrophone(_ source: String = "mic") throws {
        let deadline = Deadline()
        while try pactl("get-default-source") != source {
            guard !deadline.hasPassed else { throw SupportError("\(source) does not become the default") }
            _ = try? pactl("set-default-source", source)
        }
    }

    /// Makes the server hang: it still accepts connections, but does not answer.
    package func hang() { for process in processes { process.send(signal: SIGSTOP) } }

    private static let names = ["speaker", "headset"]
    private static let sinks = """
        context.objects = [
        """
        + names.map {
            """
            { factory = adapter args = {
                factory.name = support.null-audio-sink node.name = \($0) node.description = \($0)
                media.class = Audio/Sink audio.position = [ FL FR ] monitor.channel-volumes = true } }
            """
        }.joined(separator: "\n") + "\n]\n"

    private func wait(for sinks: [String]) throws {
        let deadline = Deadline()
        while true {
            let listed = try ChildProcess.run(
                ["pactl", "list", "short", "sinks"], environment: environment, user: user)
            if listed.status == .exited(0), sinks.allSatisfy(listed.output.contains) { return }
            guard !deadline.hasPassed else {
                throw SupportError("the sound server has no sinks: \(listed.output) \(listed.errors)")
            }
        }
    }

    /// Records a sink's output in pieces of a fifth of a second, until `lasting` pieces in a row have such a level (in
    /// total, with `withPauses`). Levels are root mean squares from 0 to 1.
    @discardableResult
    package func waitForLevel(
        on sink: String, _ levels: Range<Double>, lasting: Int = 1, withPauses: Bool = false
    ) throws -> Double {
        try recording(sink) { try Self.waitForLevel(in: $0, levels, lasting: lasting, withPauses: withPauses) }
    }

    /// The highest level of a sink within three seconds of recorded sound. A single piece may have only the beginning
    /// of a sound.
    package func highestLevel(on sink: String) throws -> Double {
        try recording(sink) { recorder in
            var highest = 0.0
            for _ in 0..<15 {
                guard let level = try Self.waitForLevel(in: recorder, 0..<1, lasting: 1) else { return nil }
                highest = max(highest, level)
            }
            return highest
        }
    }

    /// WirePlumber sometimes does not connect a recorder. That is not the subject of the test, so try again.
    private func recording(_ sink: String, _ measure: (ChildProcess) throws -> Double?) throws -> Double {
        for _ in 0..<5 {
            if let level = try measure(recorder(of: sink)) { return level }
        }
        throw SupportError("\(sink) cannot be recorded")
    }

    /// Reads the output of `levels(of:)` until the level fits; nil = there is no output. On a busy machine a repeated
    /// sound has pauses. A sink of PulseAudio may play, and be recorded, in pieces of two seconds.
    package static func waitForLevel(
        in recorder: ChildProcess, _ levels: Range<Double>, lasting: Int, withPauses: Bool = false,
        timeout: Double = 5
    ) throws -> Double? {
        var fitting = 0
        var seen: [Double] = []
        for _ in 0..<75 {
            guard let line = try? recorder.waitForLine(timeout: timeout) else { return nil }
            let samples = line.split(separator: " ").compactMap { Double($0) }
            let level = (samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))).squareRoot() / 32_768
            seen.append(level)
            fitting = levels.contains(level) ? fitting + 1 : withPauses ? fitting : 0
            if fitting == lasting { return level }
        }
        throw SupportError("it is never as loud as \(levels), but \(seen.suffix(8))")
    }

    private func recorder(of sink: String) throws -> ChildProcess {
        try ChildProcess(
            ["sh", "-c", "exec " + Self.levels(of: sink + ".monitor")], environment: environment, user: user)
    }

    /// A shell command that records a source and prints a line of samples for each fifth of a second.
    package static func levels(of source: String, _ options: String = "") -> String {
        "parec -d \(source) \(options) --raw --format=s16le --rate=8000 --channels=1 --latency-msec=50 | od -An -v -td2 -w3200"
    }

    /// Adds a microphone `mic`, which records what plays on the headset.
    package func addMicrophone() throws {
        try pactl("load-module", "module-remap-source", "source_name=mic", "master=headset.monitor")
    }

    /// Runs pactl. Returns its output without the last line break.
    @discardableResult
    package func pactl(_ arguments: String...) throws -> String { try pactl(arguments) }

    /// Runs pactl with a list of arguments.
    @discardableResult
    package func pactl(_ arguments: [String]) throws -> String {
        let result = try ChildProcess.run(["pactl"] + arguments, environment: environment, user: user)
        guard result.status == .exited(0) else { throw SupportError("pactl \(arguments): \(result.errors)") }
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Lets the server continue after `hang()`.
    package func wake() { for process in processes { process.send(signal: SIGCONT) } }
}

extension BusDaemon {
    /// The environment of a program of this bus that finds no sound server, even if the machine of the tests has one.
    package var withoutSound: [String: String] {
        ["PULSE_SERVER": "unix:" + directory.url.appendingPathComponent("no-sound").path]
    }
}

extension SoundServer {
    /// A stream that a program records, as the server shows it.
    package struct Recording: Decodable {
        package let isMuted: Bool
        private let properties: [String: String]

        private enum CodingKeys: String, CodingKey {
            case isMuted = "mute"
            case properties
        }

        /// The name of the program, or else the one that it gives itself.
        package var program: String? { properties["application.process.binary"] ?? properties["application.name"] }
        package var process: Int32? { properties["application.process.id"].flatMap { Int32($0) } }
        /// The name of the stream.
        package var name: String? { properties["media.name"] }
    }

    /// The streams that programs record. The microphone of the tests is a stream of the server itself, which has no
    /// program.
    package func recordings() throws -> [Recording] {
        let text = try pactl("--format=json", "list", "source-outputs")
        return try JSONDecoder().decode([Recording].self, from: Data(text.utf8)).filter { $0.program != nil }
    }

    /// Waits until the streams fit. The server does not tell the test of changes.
    package func waitForRecordings(_ failure: String, where fit: ([Recording]) -> Bool) throws {
        let deadline = Deadline()
        while true {
            let recordings = try recordings()
            if fit(recordings) { return }
            guard !deadline.hasPassed else { throw SupportError("\(failure), but \(recordings)") }
        }
    }

    /// Waits until the server mutes the streams of other processes than this one, which also records, and only these.
    package func waitUntilMutes(_ isMuted: Bool, allBut process: ChildProcess) throws {
        try waitForRecordings("the streams are not muted: \(isMuted)") { recordings in
            let own = recordings.filter { $0.process == process.processID }
            let others = recordings.filter { $0.process != process.processID }
            return !own.isEmpty && !others.isEmpty && own.allSatisfy { !$0.isMuted }
                && others.allSatisfy { $0.isMuted == isMuted }
        }
    }
}
