// SPDX-License-Identifier: MIT

import BusTesting
import SDBus
import Testing

@testable import CallService

/// What the `Caller` lines of the contract say about the service is what its interface tables say. Which objects a
/// caller finds, and which commands it may send, are decided by the finder and by the core:
/// `Tests/Daemon/SystemTests/Access` tries them.
struct CallerLinesTests {
    @Test func `A method of the service is for root only if its Caller line names root alone`() throws {
        let tables = Tables()
        try expectCallers(of: tables.manager)
        try expectCallers(of: tables.audio)
        try expectCallers(of: tables.call)
        try expectCallers(of: tables.provider)
    }

    private func expectCallers<Node>(of table: Interface<Node>) throws {
        let members = try DocumentedMember.all(in: Repository.file("dbus/\(table.name).xml"))
        let documented = members.filter { $0.kind == "method" || $0.kind == "property" }
        let expected = documented.map { "\($0.name) \($0.comment.contains("Caller: Root.") ? "root" : "everyone")" }
        let told = table.callers.map { "\($0.member) \($0.access)" }
        #expect(told.sorted() == expected.sorted(), "\(table.name)")
    }
}
