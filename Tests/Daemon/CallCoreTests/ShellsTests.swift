// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct ShellsTests {
    var world: World
    private let ada = Handle(kind: .phoneNumber, value: "+1")
    private let bob = Handle(kind: .phoneNumber, value: "+2")

    init() throws { world = try World() }

    @Test mutating func `The last shell of the active session is the primary shell`() throws {
        #expect(world.domain.audio.hasShell == false)
        #expect(try world.shell("one") == ["one is primary"])
        #expect(try world.shell("two") == ["one is not primary", "two is primary"])
        #expect(try world.shell("three", session: "2", isActive: false) == [])
        #expect(world.domain.audio.hasShell)
    }

    @Test mutating func `Another active session has another primary shell`() throws {
        try world.shell("one")
        try world.shell("two", session: "2", isActive: false)
        #expect(try world.handle(.sessionActivity(session: "1", isActive: false)) == ["one is not primary"])
        #expect(try world.handle(.sessionActivity(session: "2", isActive: true)) == ["two is primary"])
    }

    @Test mutating func `A shell that registers again keeps its place, and the primary shell is told again`() throws {
        try world.shell("one")
        try world.shell("two") { $0.doNotDisturb = true }
        #expect(try world.shell("one") { $0.doNotDisturb = true } == [])
        #expect(try world.shell("two") == ["two is primary"])
        #expect(world.domain.shells.state.doNotDisturb == false)
        try world.lose("two")
        #expect(world.domain.shells.state.doNotDisturb == true)
        #expect(try world.shell("one", session: "2", isActive: false) == ["one is not primary"])
    }

    @Test mutating func `A lost shell hands over without a second ring`() throws {
        try world.shell("one")
        try world.shell("two") { $0.doNotDisturb = false }
        try world.ring(a)
        let revision = world.domain.audio.alertRevision
        #expect(try world.handle(.clientLost(Client(name: "two"))) == ["one is primary"])
        #expect(world.domain.audio.alert == .ring)
        #expect(world.domain.audio.alertRevision == revision)
    }

    @Test mutating func `Two routes with the same name are refused`() throws {
        let route = Route(name: "twin", localizedName: "S", kind: Received(.speaker), isAvailable: true)
        #expect(world.refusal { try $0.shell { $0.routes = [route, route] } } == .invalidArgs)
        try world.shell("one") { $0.routes = [route] }
        var update = ShellUpdate()
        update.routes = [route, route]
        #expect(world.refusal { try $0.command(.setShellState(update), from: .app("one")) } == .invalidArgs)
        #expect(world.domain.audio.routes == [route])
    }

    @Test mutating func `The settings of a shell end with the shell`() throws {
        try world.shell("one") { $0.doNotDisturb = true }
        try world.ring(a) { $0.remoteHandle = .some(ada) }
        #expect(world.state(a) == nil)
        try world.handle(.clientLost(Client(name: "one")))
        #expect(world.domain.audio.hasShell == false)
        try world.ring(b) { $0.remoteHandle = .some(bob) }
        #expect(world.state(b) == .incoming)
    }

    @Test mutating func `Do-not-disturb refuses calls except from allowed callers`() throws {
        try world.shell {
            $0.doNotDisturb = true
            $0.repeatCallers = false
            $0.allowed = [bob]
        }
        try world.ring(a)
        guard case .filtered(let error) = world.answer else { return #expect(Bool(false), "\(world.answer)") }
        #expect(error.code == .filteredByDoNotDisturb)
        try world.ring(b) { $0.remoteHandle = .some(ada) }
        try world.ring(c) { $0.remoteHandle = .some(ada) }
        #expect(world.domain.calls.isEmpty)
        try world.ring(d) { $0.remoteHandle = .some(bob) }
        #expect(world.state(d) == .incoming)
    }

    @Test mutating func `A call that do-not-disturb refuses is remembered as filtered, and is never announced`() throws
    {
        try world.shell { $0.doNotDisturb = true }
        let effects = try world.ring(a) { $0.remoteHandle = .some(ada) }
        #expect(effects == [])
        let refused = try #require(world.domain.endedCall(a))
        #expect(refused.call.endedReason == .filtered && refused.call.filteredBy == .doNotDisturb)
        #expect(refused.call.remoteHandle == ada && refused.story.provider == "p")
        #expect(refused.story.moments.map(\.what) == [.appeared, .ended])
        #expect(refused.story.moments.last?.endedReason == .filtered)
        #expect(world.domain.recentlyEnded.map(\.call.id) == [a])
    }

    @Test mutating func `A call that do-not-disturb refused is refused again, and its id counts as used`() throws {
        try world.shell { $0.doNotDisturb = true }
        try world.ring(a)
        for doNotDisturb in [true, false] {
            try world.shell { $0.doNotDisturb = doNotDisturb }
            #expect(try world.ring(a) == [])
            guard case .filtered(let error) = world.answer else { return #expect(Bool(false), "\(world.answer)") }
            #expect(error.code == .filteredByDoNotDisturb)
            #expect(world.refusal { try $0.ring(a, at: "q") } == .incomingCallUUIDAlreadyExists)
        }
        #expect(world.domain.recentlyEnded.count == 1)
    }

    @Test mutating func `A sandboxed app cannot displace the refused calls of other apps`() throws {
        var limits = Limits()
        limits.refusedCallsPerApp = 1
        world = try World(limits: limits)
        try world.register("z.Sandboxed", from: .sandboxed("z.Sandboxed"))
        try world.shell { $0.doNotDisturb = true }
        try world.ring(a)
        for call in [b, c, d] { try world.ring(call, at: "z.Sandboxed") }
        #expect(world.domain.recentlyEnded.map(\.call.id) == [a, b])
    }

    @Test mutating func `A provider cannot report that a call was filtered`() throws {
        try world.ring(a)
        #expect(world.refusal { try $0.reportEnded(a, .filtered) } == .invalidArgs)
        #expect(world.state(a) == .incoming)
    }

    @Test mutating func `A caller who repeats within three minutes is let through if the user wants that`() throws {
        try world.shell { $0.doNotDisturb = true }
        try world.ring(a) { $0.remoteHandle = .some(ada) }
        #expect(world.timers == [.repeatCaller(ada)])
        try world.ring(b) { $0.remoteHandle = .some(bob) }
        var late = world
        try world.ring(c) { $0.remoteHandle = .some(ada) }
        #expect(world.state(c) == .incoming)
        try late.handle(.timerFired(.repeatCaller(ada)))
        try late.ring(c) { $0.remoteHandle = .some(ada) }
        #expect(late.state(c) == nil)
    }

    @Test mutating func `An anonymous caller never counts as a repeated caller`() throws {
        try world.shell { $0.doNotDisturb = true }
        for call in [a, b] {
            try world.ring(call)
            #expect(world.state(call) == nil)
        }
    }

    @Test mutating func `A shell that learns of do-not-disturb late silences the calls that it would have refused`()
        throws
    {
        world = try World(cellular: ["m": 1000], providers: ["p", "q", "m"])
        try world.shell()
        try world.ring(a) { $0.remoteHandle = .some(ada) }
        try world.ring(b, at: "q") { $0.remoteHandle = .some(bob) }
        try world.ring(c, at: "m") { $0.emergency = true }
        try world.shell("other", isActive: false) { ($0.doNotDisturb, $0.silenceRinging) = (true, true) }
        try world.shell { $0.silenceRinging = true }
        #expect([a, b, c].filter { world[$0]?.silenced == true } == [])
        try world.shell { ($0.doNotDisturb, $0.allowed, $0.silenceRinging) = (true, [bob], true) }
        #expect([a, b, c].filter { world[$0]?.silenced == true } == [a])
    }

    @Test mutating func `A caller that a late shell silenced may ring again`() throws {
        try world.shell()
        try world.ring(a) { $0.remoteHandle = .some(ada) }
        try world.shell { ($0.doNotDisturb, $0.silenceRinging) = (true, true) }
        try world.reportEnded(a, .unanswered)
        try world.ring(b) { $0.remoteHandle = .some(ada) }
        #expect(world.state(b) == .incoming && world.domain.audio.alert == .ring)
    }

    @Test mutating func `A silenced call stays silent, and a later call rings`() throws {
        try world.ring(a)
        #expect(try world.command(.silence(a), from: .user) == ["a is incoming"])
        #expect(world.domain.audio.alert == .silent)
        #expect(world[a]?.silenced == true)
        try world.ring(b, at: "q")
        #expect(world.domain.audio.alert == .ring)
        try world.command(.silence(nil), from: .user)
        #expect(world.domain.audio.alert == .silent)
        #expect(world.refusal { try $0.command(.silence(c), from: .user) } == .unknownCall)
    }

    @Test mutating func `A found call does not ring`() throws {
        try world.exists(a) { $0.state = .incoming }
        #expect(world.domain.audio.alert == .silent)
        #expect(try world.answer(a) == ["p must answer a", "a is connecting"])
    }

    @Test mutating func `A call rings for the time that the shell sets, or without end`() throws {
        try world.shell { $0.ringTimeout = 7 }
        try world.ring(a)
        #expect(world.effects.contains(.startTimer(.ring(a), after: 7)))
        try world.shell { $0.ringTimeout = 0 }
        try world.ring(b, at: "q")
        #expect(world.timers == [.ring(a)])
    }

    @Test mutating func `A requested route stays requested until the shell uses it`() throws {
        #expect(world.refusal { try $0.command(.setRoute("1"), from: .user) } == .noShell)
        let speaker = Route(name: "1", localizedName: "S", kind: Received(.speaker), isAvailable: true)
        try world.shell {
            $0.routes = [speaker, Route(name: "2", localizedName: "H", kind: Received(.headset), isAvailable: false)]
        }
        #expect(world.refusal { try $0.command(.setRoute("2"), from: .user) } == .invalidArgs)
        try world.command(.setRoute("1"), from: .user)
        #expect(world.domain.audio.requestedRoute == "1")
        var update = ShellUpdate()
        update.route = "1"
        try world.command(.setShellState(update), from: .app("shell"))
        #expect(world.domain.audio.requestedRoute == "")
        #expect(world.domain.audio.route == "1")
        #expect(world.refusal { try $0.command(.setShellState(update), from: .user) } == .noShell)
    }
}
