// SPDX-License-Identifier: MIT

import BusTesting
import SDBus
import Testing

@testable import CallBridge

/// What SECURITY.md says about the callers of the bridges is what their interface table says.
struct CallersTableTests {
    @Test func `SECURITY.md has every member of the bridges' interface with its callers`() throws {
        let bus = try BusDaemon.session()
        let connection = try BusConnection(.address(bus.address), description: "bridge", loop: try EventLoop())
        let table = BridgeObject(on: connection, sources: { [] }).interface(forAllUsers: true)
        let columns = table.callers.map { (interface: table.name.text, member: $0.member, access: "\($0.access)") }
        #expect(try CallersTable(below: "The bridges on both buses").differences(from: columns) == [])
        withExtendedLifetime(bus) {}
    }
}
