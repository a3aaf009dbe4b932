// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import CallCore

struct LimitsTests {
    @Test func `A domain limits its providers`() throws {
        var limits = Limits()
        limits.providers = 1
        var world = try World(limits: limits, providers: ["p"])
        #expect(world.refusal { try $0.register("q") } == .limitsExceeded)
        try world.lose("p")
        try world.register("q")
    }

    @Test func `An identifier is neither empty nor too long`() throws {
        var world = try World()
        #expect(world.refusal { try $0.register("") } == .invalidArgs)
        #expect(world.refusal { try $0.register(String(repeating: "x", count: 1_025)) } == .invalidArgs)
    }

    @Test func `An identifier begins with no dash, which a command would take for an option, and with no dot`() throws {
        var world = try World()
        for identifier in ["-h", "--json", "-", ".", ".org.example.App"] {
            #expect(world.refusal { try $0.register(identifier) } == .invalidArgs)
        }
        try world.register("_x")
        try world.register("org.example-mail.App.-1")
    }

    @Test func `A domain and an app limit their calls, whatever the configuration says`() throws {
        var limits = Limits()
        limits.calls = 4
        limits.callsPerApp = 2
        var world = try World(limits: limits)
        try world.configure("p") { $0.maximumCallGroups = .max }
        try world.exists(a)
        try world.exists(b) { $0.group = GroupID(a) }
        #expect(world.refusal { try $0.exists(c) { $0.group = GroupID(a) } } == .limitsExceeded)
        try world.ring(c, at: "q")
        #expect(world.refusal { try $0.start(d, at: "q") } == .limitsExceeded)
        #expect(world.refusal { try $0.ring(d, at: "q") } == .limitsExceeded)
        try world.ring(d, at: "r")
        #expect(world.refusal { try $0.ring(e, at: "r") } == .limitsExceeded)
    }

    @Test func `A request limits the calls that it starts`() throws {
        var limits = Limits()
        limits.callsPerApp = 1
        var world = try World(limits: limits)
        #expect(world.refusal { try $0.request((a, .start(at: "p")), (b, .start(at: "p"))) } == .limitsExceeded)
    }

    @Test func `A domain limits its transactions and the actions of each`() throws {
        var limits = Limits()
        limits.transactions = 1
        limits.actionsPerTransaction = 2
        var world = try World(limits: limits)
        try world.ring(a)
        try world.ring(b, at: "q")
        #expect(world.refusal { try $0.request((a, .answer), (a, .end), (b, .end)) } == .limitsExceeded)
        try world.answer(a)
        #expect(world.refusal { try $0.end(b) } == .limitsExceeded)
        try world.fulfil(a)
        try world.end(b)
    }

    @Test func `The error for too many groups names the calls that use the limit up`() throws {
        var world = try World()
        try world.ring(a)
        try world.ring(b)
        do {
            try world.ring(c)
            Issue.record("three groups")
        } catch let error as CallError {
            #expect(error.code == .incomingMaximumCallGroupsReached)
            #expect(error.message.contains("\(a), \(b)"))
        }
    }

    @Test func `No number in a configuration crashes the registry`() throws {
        for number in [Int.min, -1, 0, .max] {
            var world = try World()
            try world.configure("p") {
                $0.maximumCallGroups = number
                $0.maximumCallsPerCallGroup = number
            }
            #expect((world.refusal { try $0.ring(a) } == nil) == (number == .max))
        }
    }

    @Test func `An app limits its transactions and may request again after a completion`() throws {
        var limits = Limits()
        limits.transactionsPerApp = 1
        var world = try World(limits: limits)
        try world.talk(a)
        try world.request((a, .setMuted(true)))
        #expect(world.refusal { try $0.request((a, .setMuted(false))) } == .limitsExceeded)
        try world.fulfil(a)
        try world.request((a, .setMuted(false)))
    }

    @Test func `A user limits the shells, and a shell that registers again counts once`() throws {
        var limits = Limits()
        limits.shells = 1
        var world = try World(limits: limits)
        try world.shell("one")
        #expect(world.refusal { try $0.shell("two") } == .limitsExceeded)
        try world.shell("one")
    }

    @Test func `The documented limits are the limits of the registry`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../docs/clients/LIMITS.md").standardized
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let documented = rows.compactMap { row -> (String, Int)? in
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, let number = Int(cells[2].replacing(",", with: "")) else { return nil }
            return (cells[0], number)
        }
        let limits = Mirror(reflecting: Limits()).children.map { ($0.label ?? "", $0.value as? Int ?? 0) }
        #expect(Dictionary(documented) { $1 } == Dictionary(limits) { $1 })
        #expect(documented.count == limits.count)
    }
}
