// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A real sound server, PipeWire with WirePlumber and its PulseAudio side, with two sinks that nobody hears. What would be
/// heard is recorded and measured.
final class SoundServer {
    private let folder: TemporaryDirectory
    private var processes: [ChildProcess] = []
    /// What whoever plays needs to know.
    let environment: [String: String]

    init(on bus: BusDaemon) throws {
        folder = try TemporaryDirectory()
        let home = folder.url.path
        environment = [
            "HOME": home, "XDG_RUNTIME_DIR": home, "XDG_CONFIG_HOME": home + "/config",
            "XDG_STATE_HOME": home + "/state",
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
            "PULSE_COOKIE": home + "/cookie", "PULSE_SERVER": "unix:\(home)/pulse/native",
        ]
        try FileManager.default.createDirectory(
            atPath: home + "/config/pipewire/pipewire.conf.d", withIntermediateDirectories: true)
        _ = try folder.write("", to: "cookie")
        _ = try folder.write(Self.sinks, to: "config/pipewire/pipewire.conf.d/sinks.conf")
        for program in ["pipewire", "wireplumber", "pipewire-pulse"] {
            processes.append(try ChildProcess([program], environment: environment))
        }
        try wait(for: ["speaker", "headset"])
    }

    private static let sinks = """
        context.objects = [
        """
        + ["speaker", "headset"].map {
            """
            { factory = adapter args = {
                factory.name = support.null-audio-sink node.name = \($0) node.description = \($0)
                media.class = Audio/Sink audio.position = [ FL FR ] monitor.channel-volumes = true } }
            """
        }.joined(separator: "\n") + "\n]\n"

    private func wait(for sinks: [String]) throws {
        let deadline = Date(timeIntervalSinceNow: 20)
        while true {
            let listed = try ChildProcess.run(["pactl", "list", "short", "sinks"], environment: environment)
            if listed.status == .exited(0), sinks.allSatisfy(listed.output.contains) { return }
            guard Date() < deadline else {
                throw SupportError("the sound server has no sinks: \(listed.output) \(listed.errors)")
            }
        }
    }

    /// Records what a sink plays, a fifth of a second at a time, until it is as loud as that. Levels are root mean squares
    /// from 0 to 1.
    @discardableResult
    func waitForLevel(on sink: String, _ levels: Range<Double>, lasting: Int = 1) throws -> Double {
        let recorder = try ChildProcess(
            [
                "sh", "-c",
                #"exec parec -d "$0.monitor" --raw --format=s16le --rate=8000 --channels=1 --latency-msec=50 | od -An -v -td2 -w3200"#,
                sink,
            ],
            environment: environment)
        var fitting = 0
        for _ in 0..<150 {
            let samples = try recorder.waitForLine().split(separator: " ").compactMap { Double($0) }
            let level = (samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))).squareRoot() / 32_768
            fitting = levels.contains(level) ? fitting + 1 : 0
            if fitting == lasting { return level }
        }
        throw SupportError("\(sink) never plays at a level of \(levels)")
    }
}
