// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The test support against the bus itself: what the other tests build on must hold first.
@Suite(.daemonLogs)
struct SupportTests {
    @Test func `a client talks to the bus, and sees errors by name`() throws {
        let bus = try BusDaemon.session()
        let client = try BusClient(address: bus.address)
        let names = try #require(try client.callBus("ListNames").first?.strings)
        #expect(names.contains(client.uniqueName))
        #expect(try client.nameOwner("org.example.Nobody") == nil)

        let error = try client.error(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", [.uint32(1)])
        #expect(error?.shortName == "InvalidArgs")
    }
}
