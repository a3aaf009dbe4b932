// SPDX-License-Identifier: MIT

import BusTesting

/// A bridge of a user or of the system, without a program that it bridges.
final class LonelyBridge {
    enum Kind {
        case user
        case system
    }

    let process: ChildProcess
    private let bus: BusDaemon
    private let registry: Registry
    private static let name = "org.monkeycall.Bridge"

    /// Returns when the bridge is ready, and a client that asked it for its sources has left.
    init(_ programs: Programs, of kind: Kind) throws {
        bus = try BusDaemon.session()
        registry = try Registry(programs.service, on: bus)
        process = try programs.startBridge(
            for: bus, kind == .system ? Programs.systemOptions : ["--session-address=\(bus.address)"])
        let client = try BusClient(address: bus.address)
        try client.waitForName(Self.name)
        try client.call(Self.name, "/org/monkeycall/Bridge", Self.name, "ListSources")
        client.close()
    }

    /// As many programs come to the bus of the bridge and leave it.
    func letOthersComeAndGo(_ count: Int) throws {
        for _ in 1...count { try BusClient(address: bus.address).close() }
    }
}
