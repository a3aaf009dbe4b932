// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The service on a bus, and a shell that sees everything.
final class Registry {
    let bus: BusDaemon
    private let service: ChildProcess
    private let shell: Ear
    /// Requests what the user of the shell wants.
    private let hand: BusClient

    /// `program` is the path of `monkeycalld`.
    init(_ program: String, on bus: BusDaemon) throws {
        self.bus = bus
        // The bridge of modems runs as this user, and not under the account that its package creates.
        let configuration = try bus.directory.write(
            "[Cellular org.monkeycall.Modem.*]\nUser=\(getuid())\n", to: "monkeycalld.conf")
        service = try ChildProcess([program, "--address=\(bus.address)", "--config=\(configuration.path)"])
        hand = try BusClient(address: bus.address)
        try hand.waitForName(DaemonUnderTest.busName)
        shell = try Ear(bus.address) { client in
            try client.manager.call("RegisterShell", "", .options([:]))
            try client.subscribe()
        }
    }

    /// Waits until the bridge has registered a provider.
    func waitForProvider() throws {
        while try !hand.managedObjects().values.contains(where: { $0.entries?[CallName.provider] != nil }) {
            try shell.wait(for: "a provider", where: { $0.member == "InterfacesAdded" })
        }
    }

    /// Waits until the shell sees a new call in that state. Returns the object of the call.
    func waitForCall(_ state: String) throws -> (time: UInt64, call: String) {
        let (time, call) = try shell.wait(for: "a call that is \(state)") { signal -> String? in
            guard signal.member == "InterfacesAdded", signal.arguments.count > 1,
                signal.arguments[1][CallName.call]?["State"]?.string == state
            else { return nil }
            return signal.arguments[0].string
        }
        return (time, call)
    }

    /// Waits until the shell sees that the call is in that state.
    @discardableResult
    func wait(until state: String, of call: String) throws -> UInt64 {
        try shell.wait(
            for: "the state \(state)",
            where: { signal in
                signal.member == "PropertiesChanged" && signal.path == call && signal.arguments.count > 1
                    && signal.arguments[1]["State"]?.string == state
            })
    }

    /// Waits until the registry has the call no more.
    func waitUntilGone(_ call: String) throws {
        try shell.wait(
            for: "the end of the call",
            where: { $0.member == "InterfacesRemoved" && $0.arguments.first?.string == call })
        shell.forget()
    }

    /// Requests what the user of the shell wants of the call.
    func request(_ member: String, _ call: String, _ arguments: DBusValue...) throws {
        try hand.call(DaemonUnderTest.busName, call, CallName.call, member, arguments)
    }
}
