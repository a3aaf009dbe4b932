// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import CallCore

/// Inside the limits of a user, one app gets at most as much as is still free, whatever the number of its connections.
struct SharesTests {
    private let greedy = (1...4).map { SharesTests.connection("greedy \($0)", of: "greedy") }
    private let modest = SharesTests.connection("modest", of: "modest")

    private static func connection(_ name: String, of account: String) -> Caller {
        Caller(
            client: Client(name: name), uid: 1000, app: nil, isAdministrator: false, account: Account(name: account))
    }

    /// Registers or reports with each connection in turn until each is refused. Returns how often that succeeded.
    private func fill(_ world: inout World, _ step: (inout World, Caller, Int) throws -> Void) throws -> Int {
        var count = 0
        for caller in greedy {
            while true {
                do { try step(&world, caller, count) } catch let error as CallError {
                    #expect(error.code == .limitsExceeded)
                    break
                }
                count += 1
            }
        }
        return count
    }

    @Test func `One app with many connections takes half of a user's providers, and another app registers`() throws {
        var limits = Limits()
        limits.providers = 16
        var world = try World(limits: limits, providers: [])
        #expect(try fill(&world) { try $0.register("greedy\($2)", from: $1) } == 8)
        try world.register("modest", from: modest)
        try world.register("modest2", from: modest)
    }

    @Test func `No app has more providers than an app may have`() throws {
        var limits = Limits()
        limits.providersPerApp = 3
        var world = try World(limits: limits, providers: [])
        #expect(try fill(&world) { try $0.register("greedy\($2)", from: $1) } == 3)
    }

    @Test func `One app with many providers takes half of a user's calls, and another app's calls are answered`() throws
    {
        var limits = Limits()
        limits.calls = 16
        var world = try World(limits: limits, providers: [])
        for (place, caller) in greedy.enumerated() {
            try world.register("greedy\(place)", from: caller) { $0.maximumCallGroups = .max }
        }
        try world.register("modest", from: modest)
        let reported = try fill(&world) { world, caller, count in
            let place = greedy.firstIndex(of: caller) ?? 0
            try world.ring(CallID(high: 7, low: UInt64(count)), at: "greedy\(place)")
        }
        #expect(reported == 8)
        try world.ring(a, at: "modest")
        try world.answer(a)
        try world.fulfil(a)
        #expect(world.domain.calls[a]?.state == .active)
        try world.end(a)
    }

    @Test func `One app takes half of a user's transactions, and another app's call is ended`() throws {
        var limits = Limits()
        limits.transactions = 8
        var world = try World(limits: limits)
        try world.talk(a)
        try world.ring(b, at: "q")
        let requested = try fill(&world) { world, caller, count in
            let request = Request([.init(call: a, kind: .setMuted(count % 2 == 0))])
            try world.command(.request(request), from: caller)
        }
        #expect(requested == 4)
        try world.command(.request(Request([.init(call: b, kind: .end)])), from: modest)
    }

    @Test func `One app takes half of a user's shells, and another program becomes a shell`() throws {
        var limits = Limits()
        limits.shells = 4
        var world = try World(limits: limits)
        let shells = try fill(&world) { world, caller, count in
            // A connection has one shell.
            if world.domain.shells.contains(caller.client) { throw CallError(.limitsExceeded, "") }
            try world.command(.registerShell(session: "\(count)", isActive: true, ShellUpdate()), from: caller)
        }
        #expect(shells == 2)
        try world.command(.registerShell(session: "m", isActive: true, ShellUpdate()), from: modest)
    }

    @Test func `One app takes a third of the registry's bytes, and another app's calls have their names`() throws {
        var limits = Limits()
        limits.registryBytes = 300_000
        var world = try World(limits: limits, providers: [])
        for (place, caller) in greedy.enumerated() {
            try world.register("greedy\(place)", from: caller) { $0.maximumCallGroups = .max }
        }
        try world.register("modest", from: modest)
        let name = String(repeating: "x", count: 1_000)
        _ = try fill(&world) { world, caller, count in
            let place = greedy.firstIndex(of: caller) ?? 0
            try world.ring(CallID(high: 7, low: UInt64(count)), at: "greedy\(place)") { $0.localizedCallerName = name }
        }
        let kept = world.domain.bytes(of: Account(name: "greedy"))
        #expect((80_000...100_000).contains(kept))
        try world.ring(a, at: "modest") { $0.localizedCallerName = name }
        try world.update(a) { $0.contactIdentifier = name }
        // The greedy app can change no text, but end its calls.
        let first = CallID(high: 7, low: 0)
        #expect(world.refusal { try $0.update(first) { $0.contactIdentifier = name } } == .limitsExceeded)
        try world.command(.reportEnded(first, at: 0, .remoteEnded), from: greedy[0])
    }

    @Test func `A user takes half of what the other users leave of the registry's bytes`() throws {
        var domain = Domain(seed: 1)
        let all = domain.limits.registryBytes
        let register = Event.command(.register(identifier: "p", ProviderConfiguration()), from: modest)
        #expect(throws: CallError.self) { try domain.handle(register, at: 1, elsewhere: all - 1_000) }
        _ = try domain.handle(register, at: 1, elsewhere: all / 2)
    }

    @Test func `An app that keeps little gets something, although its user keeps more than others left since`() throws {
        var limits = Limits()
        limits.registryBytes = 1 << 20
        var world = try World(limits: limits, providers: [])
        try world.register("greedy", from: greedy[0]) { $0.maximumCallGroups = .max }
        let name = String(repeating: "x", count: 1_000)
        _ = try fill(&world) { world, caller, count in
            guard caller == greedy[0] else { throw CallError(.limitsExceeded, "") }
            try world.ring(CallID(high: 7, low: UInt64(count)), at: "greedy") { $0.localizedCallerName = name }
        }
        var domain = world.domain
        let others = (1 << 20) - domain.bytes - (200 << 10)
        func handle(_ command: Command, from caller: Caller) throws {
            _ = try domain.handle(.command(command, from: caller), at: 9, elsewhere: others)
        }
        #expect(throws: CallError.self) {
            try handle(.reportIncoming(provider: "greedy", a, CallUpdate()), from: greedy[0])
        }
        try handle(.register(identifier: "modest", ProviderConfiguration()), from: modest)
        try handle(.reportIncoming(provider: "modest", b, CallUpdate()), from: modest)
    }

    @Test func `Many apps that keep little get together no more than one app`() throws {
        var limits = Limits()
        limits.registryBytes = 8 << 20
        limits.providers = 10_000
        var domain = try World(limits: limits, providers: []).domain
        var kept = 0
        // The others left so little that this user has more than it may take.
        let others = (8 << 20) - (3 << 20)
        for app in 0..<200 {
            let caller = Self.connection("app \(app)", of: "app \(app)")
            for provider in 0..<20 {
                let register = Command.register(identifier: "p\(app).\(provider)", ProviderConfiguration())
                guard (try? domain.handle(.command(register, from: caller), at: 9, elsewhere: others)) != nil else {
                    break
                }
                kept += 1
            }
        }
        #expect(kept > 0 && domain.bytes < 2 << 20)
    }

    @Test func `A modem registers and reports, and a short text takes the place of a long one, however full it is`()
        throws
    {
        var policy = Policy()
        policy.cellular["org.example.Modem"] = 1000
        var domain = Domain(seed: 1, policy: policy)
        let all = domain.limits.registryBytes
        func handle(_ command: Command, elsewhere: Int) throws {
            _ = try domain.handle(.command(command, from: modest), at: 9, elsewhere: elsewhere)
        }
        try handle(.register(identifier: "org.example.Modem", ProviderConfiguration()), elsewhere: all)
        try handle(.reportIncoming(provider: "org.example.Modem", a, CallUpdate()), elsewhere: all)
        try handle(.register(identifier: "p", ProviderConfiguration()), elsewhere: 0)
        var update = CallUpdate()
        update.localizedCallerName = String(repeating: "x", count: 1_000)
        try handle(.reportIncoming(provider: "p", b, update), elsewhere: 0)
        #expect(throws: CallError.self) {
            try handle(.reportIncoming(provider: "p", c, update), elsewhere: all)
        }
        update.localizedCallerName = String(repeating: "y", count: 1_000)
        try handle(.reportUpdated(b, update), elsewhere: all)
        update.localizedCallerName? += "y"
        #expect(throws: CallError.self) { try handle(.reportUpdated(b, update), elsewhere: all) }
    }

    @Test func `Stories are forgotten before the ids that tell a repetition from a new request`() throws {
        var limits = Limits()
        limits.registryBytes = 80_000
        var world = try World(limits: limits, providers: ["p"])
        let name = String(repeating: "x", count: 1_000)
        func end(_ number: UInt64) throws {
            var request = Request([.init(call: CallID(high: 7, low: number), kind: .end)])
            request.transaction = TransactionID(high: 8, low: number)
            _ = try world.command(.request(request), from: .app("p"))
        }
        for number in 1...30 as ClosedRange<UInt64> {
            try world.ring(CallID(high: 7, low: number)) { $0.localizedCallerName = name }
            try end(number)
            try world.fulfil(CallID(high: 7, low: number))
        }
        #expect(world.domain.stories.ended(after: 0).count < 10)
        // The repetition is recognised, although its call has gone.
        try end(1)
    }

    @Test func `Ended calls are forgotten before another call is refused a name`() throws {
        var limits = Limits()
        limits.registryBytes = 100_000
        var world = try World(limits: limits, providers: ["p"])
        let name = String(repeating: "x", count: 1_000)
        for number in 1...100 {
            let call = CallID(high: 7, low: UInt64(number))
            try world.ring(call) { $0.localizedCallerName = name }
            try world.command(.reportEnded(call, at: 0, .remoteEnded), from: .app("p"))
        }
        let kept = world.domain.stories.ended(after: 0).map(\.number)
        #expect((2...20).contains(kept.count) && kept.last == 100 && world.domain.bytes < 60_000)
    }

    @Test func `A restored registry counts what each app keeps as before`() throws {
        var world = try World()
        try world.ring(a) { $0.localizedCallerName = "A name of more than fifteen bytes" }
        let route = Route(name: "speaker", localizedName: "x", kind: .init(.speaker), isAvailable: true)
        try world.shell { $0.routes = [route] }
        try world.answer(a)
        var writer = StateWriter()
        var records: [RecordKey: StateReader] = [:]
        for key in world.domain.recordKeys {
            writer.removeAll()
            guard world.domain.write(key, to: &writer) else { continue }
            records[key] = StateReader(writer.bytes)
        }
        let restored = try Domain(restoring: records, policy: world.domain.policy)
        #expect(restored.bytes == world.domain.bytes)
        for account in ["p", "q", "user", "shell"].map({ Account(name: $0) }) {
            #expect(restored.bytes(of: account) == world.domain.bytes(of: account))
        }
        #expect(restored.bytes(of: Account(name: "p")) > Cost.call)
    }
}
