// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import PhoneNumbers
import SDBus
import Testing

@testable import CallDirectory

/// What SECURITY.md says about the callers of the directory is what its interface tables say.
struct CallersTableTests {
    @Test func `SECURITY.md has every member of the directory's interfaces with its callers`() throws {
        let (bus, folder, loop) = (try BusDaemon.session(), try TemporaryDirectory(), try EventLoop())
        let connection = try BusConnection(.address(bus.address), description: "directory", loop: loop)
        let directory = try Directory(
            connection, session: connection, own: connection, loop, folder: folder.url.path, region: .unknown,
            deadline: 1, patience: 1, extensions: ExtensionFiles(home: nil, environment: [:]), extensionTimeout: 1,
            log: Log { _, _ in })
        var columns = directory.object.tables.flatMap { column($0) }
        columns += column(directory.object.loadTable)
        columns += directory.search.tables().flatMap { column($0) }
        #expect(try CallersTable(below: "The directory on the session bus").differences(from: columns) == [])
        withExtendedLifetime((bus, folder)) {}
    }

    private func column<Node>(_ table: Interface<Node>) -> [(interface: String, member: String, access: String)] {
        table.callers.map { (table.name.text, $0.member, "\($0.access)") }
    }
}
