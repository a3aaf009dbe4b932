// SPDX-License-Identifier: MIT

import Foundation

/// A real media player, which plays ten minutes of silence without an audio device.
package final class Player {
    package let process: ChildProcess
    private let client: BusClient
    private let object: BusObject

    /// Starts mpv with its MPRIS plugin, and returns when it plays.
    package static func mpv(on bus: BusDaemon) throws -> Player {
        try Player(
            ["mpv", "--no-video", "--ao=null", "--no-terminal", try piece(in: bus.directory)], bus)
    }

    /// Starts VLC, and returns when it plays. VLC refuses to run as root, so this is a copy without that check.
    package static func vlc(on bus: BusDaemon) throws -> Player {
        let program = bus.directory.url.appendingPathComponent("vlc").path
        let copied = try ChildProcess.run(
            ["sh", "-c", "sed s/geteuid/getppid/ /usr/bin/vlc > \"$0\" && chmod +x \"$0\"", program])
        guard copied.status == .exited(0) else { throw SupportError("no VLC: \(copied.errors)") }
        return try Player(
            [
                program, "-I", "dummy", "--control", "dbus", "--aout", "adummy", "--no-video",
                try piece(in: bus.directory),
            ],
            bus)
    }

    private init(_ arguments: [String], _ bus: BusDaemon) throws {
        client = try BusClient(address: bus.address)
        process = try ChildProcess(
            arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": bus.directory.url.path])
        let name = try Self.name(of: process.processID, client)
        object = client.object(name, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
        // A player reports Playing before it has opened the file.
        let deadline = Deadline()
        while try status() != "Playing" || object.get("Position").int ?? 0 <= 0 {
            guard !deadline.hasPassed else { throw SupportError("the player does not play") }
        }
    }

    private static func name(of process: Int32, _ client: BusClient) throws -> String {
        let deadline = Deadline()
        while !deadline.hasPassed {
            for name in try client.callBus("ListNames").first?.strings ?? []
            where name.hasPrefix("org.mpris.MediaPlayer2.") && (try? client.processID(of: name)) == process {
                return name
            }
        }
        throw SupportError("the player has no name on the bus")
    }

    /// A WAV file: 8 kHz, 8 bits, one channel.
    private static func piece(in folder: TemporaryDirectory) throws -> String {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        let size = 600 * 8_000
        var file = Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
        file += bytes(1, 2) + bytes(1, 2) + bytes(8_000, 4) + bytes(8_000, 4) + bytes(1, 2) + bytes(8, 2)
        file += Array("data".utf8) + bytes(size, 4) + [UInt8](repeating: 128, count: size)
        let url = folder.url.appendingPathComponent("piece.wav")
        try Data(file).write(to: url)
        return url.path
    }

    /// Waits until the player has this PlaybackStatus.
    package func expect(_ status: String) throws {
        let deadline = Deadline()
        while try self.status() != status {
            guard !deadline.hasPassed else { throw SupportError("the player is \(try self.status()), not \(status)") }
        }
    }

    /// Pauses it, and returns when it has told the bus so. mpv tells it up to 100 ms after its PlaybackStatus has
    /// changed, and playerctld then takes it for the player that was used last.
    package func pause() throws {
        let words = "type='signal',interface='org.freedesktop.DBus.Properties',sender='\(object.destination)'"
        try client.addMatch(words + ",member='PropertiesChanged'")
        client.forgetSignals()
        try use("Pause")
        _ = try client.waitForSignal("PropertiesChanged") { $0.arguments[1]["PlaybackStatus"] == "Paused" }
    }

    package func status() throws -> String { try object.get("PlaybackStatus").string ?? "" }

    /// Calls a method of the player, as its user would, for example Pause.
    package func use(_ method: String, _ arguments: DBusValue...) throws {
        if let argument = arguments.first { try object.call(method, argument) } else { try object.call(method) }
    }
}
