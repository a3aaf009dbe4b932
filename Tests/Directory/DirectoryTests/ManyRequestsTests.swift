// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A program that asks more than the disk can answer harms neither calls nor the memory of the directory.
@Suite(.daemonLogs)
final class ManyRequestsTests: DirectorySuite {
    private static let requests = 5_000

    init() throws { try super.init(allowsFloods: true) }

    /// Sends requests without reading the replies.
    private func flood(_ interface: String, _ member: String, _ arguments: DBusValue...) throws -> (BusClient, [UInt32])
    {
        let client = try BusClient(address: directory.session.address)
        let object = directory.object(interface, client: client)
        let serials = try (0..<Self.requests).map { _ in
            try client.send(object.destination, object.path, object.interface, member, arguments)
        }
        return (client, serials)
    }

    /// The errors of the requests, after all have their replies.
    private func errors(_ client: BusClient, _ serials: [UInt32]) throws -> [BusError] {
        try serials.compactMap { serial in
            do { _ = try client.reply(to: serial) } catch let error as BusError { return error }
            return nil
        }
    }

    private func expectRefusal(_ call: String) {
        let refusal = phone.actor.refusal { _ in
            try phone.ring(call, ["RemoteHandle": .tuple("phone-number", "+4930999")])
        }
        #expect(refusal == "IncomingCall.FilteredByBlockList")
    }

    @Test func `A blocked caller is refused in time while a program reads the history 5,000 times`() throws {
        try directory.enable("org.example.Spam")
        try directory.load([4_930_999], into: "org.example.Spam")
        let (client, serials) = try flood("History", "List", .options([:]), .uint64(0), .uint32(1_000))
        expectRefusal("A")
        let refused = try errors(client, serials)
        #expect(refused.allSatisfy { $0.shortName == "LimitsExceeded" })
        #expect(try directory.history().count == 1)
    }

    @Test func `Each of 2,000 changes of one program is made, and another connection waits for few of them`() throws {
        let client = try BusClient(address: directory.session.address)
        let lists = directory.object("Lists", client: client)
        let serials = try (0..<2_000).map { number in
            try client.send(
                lists.destination, lists.path, lists.interface, "AddRule",
                ["prefix", .string("+4930\(1_000 + number)"), "reject"])
        }
        try directory.lists.call("AddRule", "caller", "+4930999", "reject")
        #expect(try directory.lists.call("ListRules").first?.elements?.count ?? .max < 1_000)
        expectRefusal("A")
        #expect(try errors(client, serials).isEmpty)
    }
}
