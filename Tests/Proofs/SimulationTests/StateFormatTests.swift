// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import SDBus
import Testing

@testable import CallCore
@testable import CallService
@testable import StateSpace

/// The service reads the state of every version that kept one. `StateFormats` has a file of each format, which a
/// service wrote before it was killed. A new format adds a file and changes none.
struct StateFormatTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "StateFormats")

    @Test func `Each format has a file`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set((1...StateWriter.format).map { "\($0).state" }))
    }

    @Test(arguments: 1...StateWriter.format) func `A service reads the state of each format`(format: UInt8) throws {
        var kept = try KeptState(Self.contents(of: format))
        #expect(kept.identity?.instance.count == 36 && kept.identity?.bus.count == 32)
        #expect(kept.peers.map(\.name).prefix(3) == [":1.3", ":1.4", ":1.5"])
        #expect(kept.subscribers.map(\.name) == [":1.5"])

        let users = kept.takeUsers()
        #expect(users.map(\.uid) == [0] && users[0].providers.map(\.identifier).count == 2)
        let domain = try users[0].domain(policy: Policy())
        #expect(domain.providers.values.map(\.identifier).sorted() == ["org.example.Chat", "org.example.Phone"])
        let calls = domain.calls.values.sorted { $0.id.high < $1.id.high }
        #expect(calls.map(\.state) == [.held, .active, .incoming])
        #expect(calls.map(\.remoteHandle?.value) == ["+4930123456", "bob", nil])
        #expect(calls[1].currentAction == .setMuted(true))
        #expect(domain.audio.owner?.calls == [calls[1].id])
        let ended = domain.stories.ended(after: 0)
        #expect(ended.map(\.number) == Array(1...(format >= 2 ? 2 : 1)))
        #expect(ended.first?.ended.call.remoteHandle?.value == "+4930999")
        #expect(domain.stories.recentlyEnded.count == ended.count && domain.stories.lastNumber == ended.count)
        #expect(Invariant.lasting.allSatisfy { $0.holds(domain) })

        let action = try #require(calls[1].pending.first?.action)
        #expect(domain.transactions.values.map(\.endsOthers) == [true])
        #expect(Set(kept.timers.map(\.key)).isSuperset(of: [.action(action), .ring(calls[2].id)]))
        guard format >= 2 else { return }
        let refused = try #require(ended.last?.ended.call)
        #expect(refused.remoteHandle?.value == "mallory")
        #expect(domain.calls.former(refused.id)?.filteredBy == .blockList)
        #expect(calls[0].identity.displayName == "Ada L." && calls[0].identity.relation == .contact)
        #expect(domain.screenings.directory?.deadline == 5_000_000)
        #expect(domain.screenings.inOrder.map(\.remoteHandle?.value) == ["eve"])
        #expect(calls.map(\.externalID) == ["", format >= 3 ? "x@example.org" : "", ""])
        #expect(calls[1].remoteOnHold == (format >= 3) && calls[1].encrypted == (format >= 3))
        #expect(calls.map(\.isObserved) == [format >= 3, false, false])
        #expect(calls.map(\.supports.ending) == [format < 3, true, true])
        #expect(calls.map(\.supports.resuming) == [true, true, true])
        #expect(calls.map(\.supports.answering) == [true, true, format < 3])
        #expect(calls.map(\.supports.muting) == [true, true, format < 3])
        #expect(calls.map(\.streamProcess) == [0, format >= 3 ? 42 : 0, 0])
        #expect(calls.map(\.members.all.count) == [0, format >= 3 ? 2 : 0, 0])
        #expect(calls[1].members.active.map(\.displayName) == (format >= 3 ? ["Bob"] : []))
        #expect(calls[1].members.local?.handle.value == (format >= 3 ? "me@example.org" : nil))
        #expect(calls.map(\.includesInRecents) == [nil, format >= 3 ? false : nil, nil])
        let phone = domain.providers.values.first { $0.identifier == "org.example.Phone" }
        #expect(phone?.configuration.emergencyNumbers == (format >= 3 ? ["112"] : []))
        // Older formats have no accounts: then each connection has one.
        #expect(phone?.account.name == (format >= 3 ? "0 process 7" : phone?.client.name))
        #expect(calls.allSatisfy { $0.shellMutesStreams == (format >= 3) })
    }

    private static func contents(of format: UInt8) throws -> StateContents {
        let directory = try TemporaryDirectory()
        try FileManager.default.copyItem(
            at: folder.appending(path: "\(format).state"), to: directory.url.appending(path: "state"))
        let contents = try StateFile(in: directory.url.path, format: StateWriter.format).read()
        return try #require(contents)
    }
}
