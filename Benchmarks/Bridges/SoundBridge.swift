// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The bridge of a user who only listens: a real PipeWire, a player, and now and then a short sound. The bridge follows the streams
/// that record, and there is none.
final class SoundBridge {
    let process: ChildProcess
    private let registry: Registry
    private let server: SoundServer
    private let player: ChildProcess
    private let sounds: ChildProcess

    private static let programs = ["pipewire", "pipewire-pulse", "wireplumber", "pw-metadata", "pactl", "pacat"]
    static var isPossible: Bool {
        programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }
    }

    /// Returns when the bridge knows the sound server, and something plays.
    init(_ programs: Programs) throws {
        let bus = try BusDaemon.session()
        registry = try Registry(programs.service, on: bus)
        server = try SoundServer(on: bus)
        process = try programs.startBridge(
            for: bus, ["--session-address=\(bus.address)"], environment: server.environment)
        player = try server.play(on: "speaker")
        sounds = try Self.shortSounds(of: server)
        try Self.wait(for: "observed-apps", on: bus)
        _ = try sounds.waitForLine()
    }

    /// A tenth of a second of sound in each second. Says a line before each.
    private static func shortSounds(of server: SoundServer) throws -> ChildProcess {
        let sound = "pacat -p --raw --format=s16le --rate=8000 --channels=1 --latency-msec=50 -d headset"
        let script = "while echo; do head -c 1600 \"$0\" | \(sound) || exit; sleep 1; done"
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
            if sources.contains(where: { $0["Source"]?.string == source && $0["State"]?.string == "present" }) { return }
            guard !deadline.hasPassed else { throw SupportError("the bridge has no source \(source): \(sources)") }
        }
    }

    /// Returns when the next short sound begins. Throws if the player has ended.
    func waitForSound() throws {
        _ = try sounds.waitForLine()
        guard kill(player.processID, 0) == 0 else { throw SupportError("the player has ended" + player.text(of: .error)) }
    }
}
