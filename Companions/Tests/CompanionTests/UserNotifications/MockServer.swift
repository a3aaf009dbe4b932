// SPDX-License-Identifier: MIT

import SDBus

import class BusTesting.ChildProcess

/// The notification server of python-dbusmock on the bus of the tests. It shows nothing and remembers its calls.
final class MockServer {
    private static let name = "org.freedesktop.Notifications"
    private static let path: ObjectPath = "/org/freedesktop/Notifications"
    private let process: ChildProcess
    private let client: BusConnection

    init(_ capabilities: String = "body body-markup actions") throws {
        process = try PrivateBus.start(
            [
                "/usr/bin/python3", "-m", "dbusmock", "--session", "--template", "notification_daemon",
                "--logfile", "/dev/null", "--parameters", "{\"capabilities\": \"\(capabilities)\"}",
            ], owning: Self.name)
        client = try PrivateBus.client()
    }

    /// Returns when the bus knows that the server is gone.
    func stop() throws { try PrivateBus.end(process, Self.name) }

    struct Shown {
        let replaced: UInt32
        let summary: String
        let body: String
        let actions: [String]
        let hints: [String: Variant]
    }

    private func calls(_ member: String) throws -> [[Variant]] {
        let reply = try client.call(mock("GetMethodCalls"), member)
        return try reply.read([Fields<UInt64, [Variant]>].self).map { $0.members.1 }
    }

    /// What the library sent, since the server was started.
    func shown() throws -> [Shown] {
        try calls("Notify").map { arguments in
            Shown(
                replaced: arguments[1].uint32 ?? 0, summary: arguments[3].string ?? "", body: arguments[4].string ?? "",
                actions: arguments[5].strings ?? [], hints: arguments[6].dictionary ?? [:])
        }
    }

    /// The notifications that the library took away.
    func closed() throws -> [UInt32] { try calls("CloseNotification").compactMap { $0.first?.uint32 } }

    func press(_ key: String, of id: UInt32) throws {
        try emit("ActionInvoked", "us", [.uint32(id), .string(key)])
    }

    func dismiss(_ id: UInt32) throws { try emit("NotificationClosed", "uu", [.uint32(id), .uint32(2)]) }

    private func emit(_ signal: String, _ signature: String, _ arguments: [Variant]) throws {
        try client.call(mock("EmitSignal"), Self.name, signal, signature, arguments)
    }

    private func mock(_ member: MemberName) -> CallTarget {
        CallTarget(BusName(trusted: Self.name), Self.path, "org.freedesktop.DBus.Mock", member)
    }
}
