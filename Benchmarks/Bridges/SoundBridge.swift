// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The bridge of a user who only listens: a real PipeWire, a player, and now and then a short sound. The bridge follows
/// the streams that record, and there is none.
final class SoundBridge {
    let process: ChildProcess
    private let registry: Registry
    private let server: SoundServer
    private let player: ChildProcess
    private let sounds: ChildProcess

    private static let word = "played"
    private static let programs = ["pipewire", "pipewire-pulse", "wireplumber", "pw-metadata", "pactl", "pacat"]
    static var isPossible: Bool {
        programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }
    }

    /// Returns when the bridge knows the sound server, the player plays, and a program that recorded has left.
    init(_ programs: Programs) throws {
        let bus = try BusDaemon.session()
        registry = try Registry(programs.service, on: bus)
        server = try SoundServer(on: bus)
        process = try programs.startBridge(
            for: bus, ["--session-address=\(bus.address)"], environment: server.environment)
        player = try server.play(on: "speaker")
        sounds = try Self.shortSounds(of: server)
        try Self.wait(for: "observed-apps", on: bus)
        try server.waitForLevel(on: "speaker", 0.1..<1)
    }

    /// A tenth of a second of sound, and a pause of a second, again and again. Says a line after each sound.
    private static func shortSounds(of server: SoundServer) throws -> ChildProcess {
        let sound = "pacat -p --raw --format=s16le --rate=8000 --channels=1 --latency-msec=50 -d headset"
        let script = "while head -c 1600 \"$0\" | \(sound) && echo \(Self.word); do sleep 1; done"
        return try ChildProcess(["sh", "-c", script, try server.tone().path], environment: server.environment)
    }

    /// The bridge sends no signal of its sources.
    private static func wait(for source: String, on bus: BusDaemon) throws {
        let name = "org.monkeycall.Bridge"
        let client = try BusClient(address: bus.address)
        try client.waitForName(name)
        let bridge = client.object(name, "/org/monkeycall/Bridge", name)
        let deadline = Deadline()
        while true {
            let sources = try bridge.call("ListSources").first?.elements ?? []
            let found = sources.first { $0["Source"]?.string == source }
            if found?["State"]?.string == "present" { return }
            guard !deadline.hasPassed else { throw SupportError("the bridge has no source \(source): \(sources)") }
        }
    }

    /// How many short sounds have played so far.
    var soundCount: Int { sounds.text().split(separator: "\n").count { $0 == Self.word } }
}
