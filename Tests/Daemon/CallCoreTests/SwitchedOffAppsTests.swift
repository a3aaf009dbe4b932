// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore
@testable import StateSpace

/// Apps that the user switched off. `p` and `q` are apps, `m` is a modem, `org.box` is an app in a sandbox.
struct SwitchedOffAppsTests {
    var world: World
    private let number = Handle(kind: .phoneNumber, value: "+491")
    private static let refusal = "IncomingCall.FilteredByUser"

    init() throws {
        world = try World(cellular: ["m": 1000], providers: ["p", "q", "m"])
        try world.directory()
    }

    private mutating func switchOff(_ names: Set<String>) throws {
        var update = DirectoryUpdate()
        update.disabledProviders = names
        try world.command(.setDirectoryState(update), from: .app("directory"))
    }

    /// Without a directory no call waits for it, and the list stays.
    private mutating func loseDirectory() throws { try world.handle(.clientLost(Client(name: "directory"))) }

    /// What became of the last report.
    private var fate: String {
        switch world.answer {
        case .filtered(let error): error.code.rawValue
        case .done: "done"
        case .screening: "waits"
        case .provider, .transaction, .chosen: "\(world.answer)"
        }
    }

    // MARK: Reports

    @Test mutating func `A call of an app that is switched off is refused and listed without a question`() throws {
        try switchOff(["p"])
        #expect(try world.ring(a) { $0.remoteHandle = .some(number) } == ["directory hears of 1 ended"])
        #expect(fate == Self.refusal)
        let ended = try #require(world.domain.endedCall(a))
        #expect(ended.call.filteredBy == .user && ended.call.endedReason == .filtered)
        #expect(ended.call.remoteHandle == number)
        let outcome = CallOutcome(
            outgoing: false, hasConnected: false, endedReason: .filtered, filteredBy: ended.call.filteredBy)
        #expect(outcome == .user && outcome.isBlocked && !outcome.isMissed)
        #expect(ended.story.moments.map(\.what) == [.appeared, .ended])
        #expect(world.domain.calls.isEmpty && world.domain.audio.alert == .none && world.timers.isEmpty)
        try world.ring(a)
        #expect(fate == Self.refusal)
        try world.ring(b, at: "q")
        #expect(fate == "waits")
    }

    @Test(arguments: [CallState.incoming, .dialing, .connecting, .active, .held])
    mutating func `A call that goes on is refused too`(state: CallState) throws {
        try switchOff(["p"])
        for _ in 1...2 {
            try world.exists(a) { ($0.state, $0.outgoing) = (state, state == .dialing || state == .connecting) }
            #expect(fate == Self.refusal)
        }
        #expect(world.domain.endedCall(a)?.call.filteredBy == .user)
        #expect(world.domain.calls.isEmpty && world.domain.audio.owner == nil)
    }

    @Test mutating func `The calls that an app has when it is switched off stay, and it may report them again`() throws
    {
        try loseDirectory()
        try world.talk(a)
        try world.ring(b)
        try world.directory()
        try switchOff(["p"])
        #expect(world.state(a) == .active && world.state(b) == .incoming)
        try world.exists(a) { $0.state = .active }
        #expect(fate == "done")
        try world.update(b) { $0.localizedCallerName = "Ada" }
        #expect(world[b]?.localizedCallerName == "Ada")
    }

    @Test mutating func `A call that its app lost comes back although the app is switched off meanwhile`() throws {
        try loseDirectory()
        try world.talk(a)
        try world.lose("p")
        try world.directory()
        try switchOff(["p"])
        try world.register("p")
        try world.exists(a) { $0.state = .active }
        #expect(fate == "done" && world.state(a) == .active)
        try world.exists(b) { $0.state = .active }
        #expect(fate == Self.refusal)
    }

    @Test mutating func `A call that waits for the directory is refused if its app is switched off meanwhile`() throws {
        try world.ring(a)
        try world.ring(b)
        try world.ring(c, at: "q")
        try switchOff(["p", "q"])
        #expect(world.domain.screenings.waiting.count == 3)
        #expect(try world.decide(a, .allow) == ["a is refused: \(Self.refusal)", "directory hears of 1 ended"])
        try world.exists(b) { $0.state = .active }
        #expect(fate == Self.refusal)
        try loseDirectory()
        #expect(world.domain.calls.isEmpty && world.domain.screenings.waiting.isEmpty)
        #expect([a, b, c].allSatisfy { world.domain.endedCall($0)?.call.filteredBy == .user })
    }

    @Test mutating func `An app rings again when the user allows it`() throws {
        try switchOff(["p"])
        try switchOff([])
        try world.ring(a)
        #expect(fate == "waits")
    }

    @Test mutating func `An absent key keeps the list`() throws {
        try switchOff(["p"])
        try world.directory { $0.whenLate = .silence }
        try world.ring(a)
        #expect(fate == Self.refusal)
    }

    // MARK: Which apps

    @Test mutating func `A modem cannot be switched off`() throws {
        try switchOff(["m"])
        try loseDirectory()
        #expect(try world.ring(a, at: "m") == ["+a incoming"])
        try world.exists(b, at: "m") { $0.state = .active }
        #expect(fate == "done")
    }

    @Test mutating func `The switch of a sandboxed app holds for each identifier that the app may have`() throws {
        try world.register("org.box.two", from: .sandboxed("org.box"))
        try switchOff(["org.box"])
        try world.ring(a, at: "org.box.two")
        #expect(fate == Self.refusal)
        try switchOff(["org.box.two"])
        try world.ring(b, at: "org.box.two")
        #expect(fate == Self.refusal)
        try switchOff(["org"])
        try world.ring(c, at: "org.box.two")
        #expect(fate == "waits")
    }

    @Test mutating func `Beyond the share of a sandboxed app its calls are refused without a trace`() throws {
        try world.register("org.box", from: .sandboxed("org.box"))
        try switchOff(["org.box"])
        let share = world.domain.limits.refusedCallsPerApp
        for number in 1...share + 2 {
            try world.ring(CallID(high: 7, low: UInt64(number)), at: "org.box")
            #expect(fate == Self.refusal)
        }
        #expect(world.domain.stories.recentlyEnded.count == share)
    }

    // MARK: Calls that the user starts

    private mutating func chosen(_ provider: String = "") throws -> String {
        try world.command(.requestStartCall(provider: provider, number, StartCallDetails()), from: .user)
        guard case .chosen(let chosen) = world.answer else { return "none" }
        return chosen
    }

    @Test mutating func `The service never chooses an app that is switched off, unless the user names it`() throws {
        for app in ["p", "q"] { try world.configure(app) { $0.supportedHandleTypes = [.phoneNumber] } }
        #expect(try chosen() == "p")
        try switchOff(["p"])
        #expect(try chosen() == "q")
        try world.shell { $0.defaultProviders = [.phoneNumber: "p"] }
        #expect(try chosen() == "q")
        #expect(try chosen("p") == "p")
        // The modem is left.
        try switchOff(["p", "q"])
        #expect(try chosen() == "m")
        try switchOff([])
        #expect(try chosen() == "p")
    }

    @Test mutating func `An app that does not say whom it calls is chosen if every other one is switched off`() throws {
        try world.lose("m")
        #expect(throws: CallError.self) { try chosen() }
        try switchOff(["p"])
        #expect(try chosen() == "q")
    }

    @Test mutating func `An app that is switched off may start calls for its user`() throws {
        try switchOff(["p"])
        try world.start(a)
        #expect(world.state(a) == .dialing)
    }

    // MARK: What is kept

    @Test mutating func `The list stays when the directory leaves, across a restart and in a reduced state`() throws {
        try switchOff(["p", "an identifier of more than fifteen bytes"])
        try loseDirectory()
        try world.ring(a)
        #expect(fate == Self.refusal)
        let restored = try Domain(
            restoring: world.domain.records.mapValues { StateReader($0) }, policy: world.domain.policy)
        let (reduced, _) = world.domain.reduced(seed: 2, at: world.now)
        for var domain in [restored, reduced] {
            #expect(domain.switchedOff.names == world.domain.switchedOff.names)
            #expect(domain.switchedOff.cost == world.domain.switchedOff.cost)
            let report = Command.reportIncoming(provider: "p", b, CallUpdate())
            let response = try domain.handle(.command(report, from: world.connection(of: "p")), at: world.now)
            guard case .filtered = response.answer else { return #expect(Bool(false), "\(response.answer)") }
        }
    }

    @Test mutating func `A reduced state keeps the calls of an app that is switched off`() throws {
        try loseDirectory()
        try world.talk(a)
        try world.directory()
        try switchOff(["p"])
        #expect(world.domain.reduced(seed: 2, at: world.now).domain.calls[a]?.state == .active)
    }

    @Test mutating func `The list is written when it changes, and removed when it is empty`() throws {
        var domain = world.domain
        for names: Set<String> in [["p"], []] {
            _ = domain.takeChangedKeys()
            var update = DirectoryUpdate()
            update.disabledProviders = names
            for isChange in [true, false] {
                _ = try domain.handle(.command(.setDirectoryState(update), from: .app("directory")), at: world.now)
                #expect(domain.takeChangedKeys().contains(.switchedOff) == isChange)
            }
            #expect((domain.record(.switchedOff) == nil) == names.isEmpty)
        }
    }

    @Test mutating func `The list costs what its names cost`() throws {
        let before = world.domain.bytes
        try switchOff(["p", "q"])
        #expect(world.domain.bytes == before + 2 * Cost.entry)
        try switchOff([])
        #expect(world.domain.bytes == before)
    }

    @Test func `A list without room for it is refused, and changes nothing`() throws {
        var limits = Limits()
        limits.registryBytes = 64 << 10
        var world = try World(limits: limits, providers: ["p"])
        let end = String(repeating: "x", count: 900)
        let names = Set((0..<limits.disabledProviders).map { "org.example.\($0).\(end)" })
        #expect(world.refusal { try $0.directory { $0.disabledProviders = names } } == .limitsExceeded)
        try world.directory { $0.disabledProviders = ["p"] }
        try world.ring(a)
        guard case .filtered = world.answer else { return #expect(Bool(false), "\(world.answer)") }
    }
}
