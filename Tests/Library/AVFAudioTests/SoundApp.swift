// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// An app that plays sounds, beside a sound server and without a service.
final class SoundApp {
    let server: SoundServer
    private let bus: BusDaemon
    private let app: ActorProcess
    private let folder: TemporaryDirectory

    init(_ kind: SoundServer.Kind = .pipeWire) throws {
        bus = try .session()
        server = try SoundServer(on: bus, kind)
        try server.setDefault("speaker")
        folder = try TemporaryDirectory()
        app = try ActorProcess(
            server.environment.merging(["MONKEYCALL_BUS": "unix:path=\(folder.url.path)/none"]) { $1 })
    }

    /// Sends a command about the sound. Returns the last line of the answer.
    @discardableResult
    func sound(_ command: String) throws -> String { try tell("sound \(command)").last ?? "" }

    @discardableResult
    func tell(_ command: String) throws -> [String] { try app.tell(command) }

    /// Waits until the delegate hears something.
    func waitForLine() throws -> String { try app.waitForLine() }

    /// Loads a tone of 0.25 (root mean square).
    func load(seconds: Double) throws { try sound("file \(file(seconds: seconds))") }

    /// A WAV file with that tone.
    func file(seconds: Double) throws -> String { try write(ToneFile(seconds: seconds).wav, to: "\(seconds).wav") }

    func write(_ data: Data, to name: String) throws -> String {
        let file = folder.url.appendingPathComponent(name)
        try data.write(to: file)
        return file.path
    }

    /// A file with that tone in the format of that suffix.
    func file(seconds: Double, as format: String) throws -> String {
        let tone = ToneFile(seconds: seconds)
        switch format {
        case "wav": return try file(seconds: seconds)
        case "aiff": return try write(tone.aiff, to: "tone.aiff")
        case "caf": return try write(tone.caf, to: "tone.caf")
        default: return try encoded(seconds: seconds, as: format)
        }
    }

    /// Mpv writes the file.
    private func encoded(seconds: Double, as format: String) throws -> String {
        let file = folder.url.appendingPathComponent("tone.\(format)").path
        let result = try ChildProcess.run(
            ["mpv", "--no-config", "--really-quiet", try self.file(seconds: seconds), "-o", file])
        guard result.succeeded else { throw SupportError("mpv: \(result.errors)") }
        return file
    }

    /// A recording of two channels as one is louder by half on PipeWire.
    func expectTone(_ levels: Range<Double> = 0.2..<0.4, lasting: Int = 1) throws {
        try server.waitForLevel(on: "speaker", levels, lasting: lasting, withPauses: true)
    }

    func expectSilence(lasting: Int = 3) throws {
        try server.waitForLevel(on: "speaker", 0..<0.001, lasting: lasting)
    }

    /// Waits until the stream of the app at the server has a text in its description.
    func expectStream(with text: String) throws {
        let deadline = Deadline()
        while true {
            let streams = try server.pactl("list", "sink-inputs")
            if streams.contains(text) { return }
            guard !deadline.hasPassed else { throw SupportError("no stream has \(text): \(streams)") }
        }
    }

    /// The name of libpulse's threads.
    private static let threadName = "threaded-ml"

    /// The threads of the app that belong to libpulse.
    func soundThreads() throws -> Int {
        try ProcessUsage.threads(of: app.process.processID, named: Self.threadName).count
    }

    /// Whether the app has loaded a library.
    func hasLoaded(_ library: String) throws -> Bool {
        // Foundation reads only the beginning of such a file.
        try ChildProcess.run(["grep", "-q", "/\(library)[.]so", "/proc/\(app.process.processID)/maps"]).succeeded
    }

    /// How often these threads have run. A sanitizer's thread in the app wakes up all the time.
    func wakeUps() throws -> Int {
        try ProcessUsage.wakeUps(of: app.process.processID, threadsNamed: Self.threadName)
    }
}
