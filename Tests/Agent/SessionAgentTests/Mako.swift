// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A real mako on a compositor without a screen.
final class Mako {
    private let folder: TemporaryDirectory
    private let compositor: ChildProcess
    private let server: ChildProcess
    private let client: BusClient
    private let address: String

    init(on bus: BusDaemon) throws {
        folder = try TemporaryDirectory()
        let path = folder.url.path
        let configuration = try folder.write("exec echo \"$WAYLAND_DISPLAY\"\n", to: "config")
        // sway does not run as root.
        let user = Privilege.isRoot ? TestUser.alice : nil
        if let user { chown(path, user.uid, user.gid) }
        compositor = try ChildProcess(
            ["sway", "-c", configuration.path],
            environment: [
                "XDG_RUNTIME_DIR": path, "HOME": path, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
                "WLR_LIBINPUT_NO_DEVICES": "1",
            ], user: user)
        let display = try compositor.waitForLine { $0.hasPrefix("wayland-") }
        server = try ChildProcess(
            ["mako"],
            environment: [
                "XDG_RUNTIME_DIR": path, "WAYLAND_DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": bus.address,
                "XDG_CONFIG_HOME": path,
            ])
        address = bus.address
        client = try BusClient(address: bus.address)
        _ = try client.waitForName("org.freedesktop.Notifications")
    }

    /// The effect of `makoctl mode -s`.
    func set(_ mode: String) throws {
        let client = try BusClient(address: address)
        defer { client.close() }
        _ = try control(client, "SetModes", .strings([mode]))
    }

    /// Dismisses the last notification.
    func dismiss() throws {
        // mako 1.9 has changed the method.
        let result = try ChildProcess.run(
            ["makoctl", "dismiss"], environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        guard result.succeeded else { throw SupportError("makoctl: \(result)") }
    }

    /// Waits until mako shows exactly one notification, whose buttons have these names.
    func expect(_ names: Set<String>) throws {
        let deadline = Deadline()
        while true {
            let shown = try list()
            if shown.count == 1, Set(shown[0].actions.data.keys.map(\.nameOfKey)) == names { return }
            guard !deadline.hasPassed else { throw SupportError("mako shows \(shown)") }
        }
    }

    /// The id of the notification that mako shows.
    func id() throws -> UInt32 {
        guard let first = try list().first else { throw SupportError("mako shows nothing") }
        return first.id.data
    }

    /// The effect of `makoctl invoke`: presses a button of the last notification.
    func press(_ name: String) throws {
        guard let key = try list().first?.actions.data.keys.first(where: { $0.nameOfKey == name }) else {
            throw SupportError("mako shows no button \(name)")
        }
        _ = try control(client, "InvokeAction", .uint32(0), .string(key))
    }

    /// The effect of `makoctl list`.
    private func list() throws -> [Shown] {
        let result = try ChildProcess.run([
            "busctl", "--address=\(address)", "--json=short", "call", "org.freedesktop.Notifications",
            "/fr/emersion/Mako", "fr.emersion.Mako", "ListNotifications",
        ])
        return try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8)).data.first ?? []
    }

    private struct Answer: Decodable {
        let data: [[Shown]]
    }

    private struct Shown: Decodable {
        let id: Number
        let actions: Actions
    }

    private struct Number: Decodable {
        let data: UInt32
    }

    private struct Actions: Decodable {
        let data: [String: String]
    }

    private func control(_ client: BusClient, _ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        try client.call(
            "org.freedesktop.Notifications", "/fr/emersion/Mako", "fr.emersion.Mako", member, arguments)
    }
}
