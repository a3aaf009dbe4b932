// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct OutgoingTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `An outgoing call dials, connects and becomes active, with audio from the start on`() throws {
        #expect(try world.start(a) == ["p must start a", "+a dialing"])
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is dialing", "done"])
        #expect(try world.reportConnecting(a) == ["a is connecting"])
        #expect(try world.reportConnected(a) == ["a is active"])
        #expect(world[a]?.outgoing == true)
        #expect(world[a]?.remoteHandle == Handle(kind: .phoneNumber, value: "+49"))
    }

    @Test
    mutating func `A report that a call has connected fulfils its start, which its app may fulfil before or after`()
        throws
    {
        try world.start(a)
        let start = try world.told(a).action.id
        #expect(try world.reportConnecting(a) == ["a is connecting"])
        #expect(world.domain.audio.owner == nil)
        #expect(try world.reportConnected(a) == ["p gets audio for a", "a is active", "done"])
        #expect(world[a]?.startedAt == world[a]?.connectedAt)
        #expect(world.timers.isEmpty)
        for _ in 1...2 { #expect(try world.complete(start, .fulfilled(at: 0), at: a) == []) }
        #expect(world.refusal { try $0.complete(start, .failed, at: a) } == .actionAlreadyCompleted)
    }

    @Test mutating func `Only the app whose report fulfilled an action may fulfil it afterwards`() throws {
        try world.start(a)
        let start = try world.told(a).action.id
        try world.reportConnected(a)
        let complete = Command.complete(start, .fulfilled(at: 0))
        #expect(world.refusal { try $0.command(complete, from: .app("q")) } == .actionAlreadyCompleted)
        try world.command(.invalidate(identifier: "p"), from: .app("p"))
        #expect(world.refusal { try $0.command(complete, from: .app("p")) } == .actionAlreadyCompleted)
    }

    @Test mutating func `An action that its app fulfilled is completed once`() throws {
        try world.start(a)
        let start = try world.told(a).action.id
        try world.fulfil(a)
        try world.reportConnected(a)
        #expect(world.refusal { try $0.complete(start, .fulfilled(at: 0), at: a) } == .actionAlreadyCompleted)
    }

    @Test mutating func `The same report twice changes nothing`() throws {
        try world.start(a)
        try world.fulfil(a)
        try world.reportConnecting(a)
        #expect(try world.reportConnecting(a) == [])
        try world.reportConnected(a)
        #expect(try world.reportConnected(a) == [])
        try world.hold(a)
        try world.fulfil(a)
        #expect(try world.reportConnected(a) == [])
    }

    @Test(arguments: [false, true]) mutating func `A start that fails or times out ends the call as failed`(
        late: Bool
    ) throws {
        try world.start(a)
        let story = late ? try world.miss(a) : try world.refuse(a)
        #expect(story.suffix(3) == ["a is ended", "-a", "failed start-\(late ? "timed-out" : "failed") a"])
    }

    @Test mutating func `The app of a dialing call is told to end it`() throws {
        try world.start(a)
        #expect(try world.end(a) == ["p must end a", "a is ending", "failed superseded a"])
        #expect(try world.fulfil(a) == ["a is ended", "-a", "done"])
    }

    @Test mutating func `A start that is not delivered yet is cancelled without an action for its app`() throws {
        try world.talk(a)
        try world.start(b, at: "q")
        #expect(try world.end(b) == ["b is ended", "-b", "failed superseded b", "done"])
        #expect(try world.fulfil(a) == ["p loses audio of a", "p must resume a", "a is held"])
    }

    @Test mutating func `A refused end of a dialing call leaves it dialing`() throws {
        try world.start(a)
        try world.fulfil(a)
        try world.end(a)
        #expect(try world.refuse(a) == ["a is dialing", "failed end-failed a"])
        #expect(world[a]?.hasAudio == true)
    }

    @Test mutating func `A call that connects during a refused end is active`() throws {
        try world.start(a)
        try world.fulfil(a)
        try world.end(a)
        try world.reportConnected(a)
        #expect(world.state(a) == .ending)
        try world.refuse(a)
        #expect(world.state(a) == .active)
    }

    @Test mutating func `A refused end that has cancelled the start ends the call as failed`() throws {
        try world.start(a)
        try world.end(a)
        try world.reportConnected(a)
        #expect(try world.refuse(a) == ["a is ended", "-a", "failed end-failed a"])
    }

    @Test mutating func `A call that is held before its app fulfils the start gets no audio from the fulfilment`()
        throws
    {
        try world.start(a)
        let start = try world.told(a).action.id
        try world.reportConnected(a)
        try world.hold(a)
        #expect(try world.fulfil(a) == ["p loses audio of a", "a is held", "done"])
        #expect(try world.complete(start, .fulfilled(at: 0), at: a) == [])
        #expect(try world.resume(a) == ["p must resume a", "a is held"])
        #expect(world.domain.audio.owner == nil)
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active", "done"])
    }

    @Test mutating func `A call that is connecting before its start is delivered connects after it`() throws {
        try world.talk(a)
        try world.start(b)
        #expect(try world.reportConnecting(b) == [])
        #expect(world.state(b) == .dialing)
        #expect(
            try world.fulfil(a) == ["p loses audio of a", "p must start b", "a is held", "b is connecting"])
        #expect(world[b]?.connectingAt == world.now - 1)
        #expect(try world.fulfil(b) == ["p gets audio for b", "b is connecting", "done"])
    }

    @Test mutating func `A call that has connected before its start is delivered is active after it`() throws {
        try world.talk(a)
        try world.start(b)
        try world.reportConnecting(b)
        #expect(try world.reportConnected(b) == [])
        #expect(world[b]?.hasConnected == false)
        #expect(
            try world.fulfil(a)
                == ["p loses audio of a", "p must start b", "p gets audio for b", "a is held", "b is active", "done"])
        #expect(world[b]?.connectingAt == world.now - 2 && world[b]?.connectedAt == world.now - 1)
        #expect(world[a]?.heldFor == b)
    }

    @Test mutating func `A start that its app fulfilled before its turn follows the stored reports too`() throws {
        try world.talk(a)
        try world.request((a, .setHeld(true)), (b, .start(at: "p")))
        let start = try #require(world.domain.calls[b]?.pending.first?.action)
        try world.complete(start, .fulfilled(at: 0), at: b)
        try world.reportConnected(b)
        #expect(
            try world.fulfil(a) == ["p loses audio of a", "p gets audio for b", "a is held", "b is active", "done"])
    }

    @Test mutating func `Stored reports are gone with a call whose start is not delivered`() throws {
        try world.talk(a)
        try world.start(b)
        try world.reportConnected(b)
        #expect(try world.refuse(a).contains("failed hold-failed a"))
        #expect(world[b] == nil && world.domain.calls.earlyReports(of: b) == EarlyReports())
    }

    @Test mutating func `A start-call request reaches the app that it names`() throws {
        let handle = Handle(kind: .phoneNumber, value: "+1")
        #expect(
            try world.command(.requestStartCall(provider: "q", handle, StartCallDetails()), from: .user)
                == ["q is asked to call +1"])
    }

    @Test
    mutating func
        `A start-call request without an app reaches the default app, or the first app that supports the handle`()
        throws
    {
        let handle = Handle(kind: .phoneNumber, value: "+1")
        #expect(
            world.refusal { try $0.command(.requestStartCall(provider: "", handle, StartCallDetails()), from: .user) }
                == .unknownProvider)
        for app in ["q", "r"] { try world.configure(app) { $0.supportedHandleTypes = [.phoneNumber] } }
        let command = Command.requestStartCall(provider: "", handle, StartCallDetails())
        #expect(try world.command(command, from: .user) == ["q is asked to call +1"])
        try world.shell { $0.defaultProviders = [.phoneNumber: "r"] }
        #expect(try world.command(command, from: .user) == ["r is asked to call +1"])
    }

    @Test mutating func `An app that is not registered is named by its last desktop entry`() throws {
        try world.configure("q") { $0.desktopEntry = "org.example.Q" }
        try world.lose("q")
        let command = Command.requestStartCall(
            provider: "q", Handle(kind: .generic, value: "x"), StartCallDetails())
        #expect(throws: CallError.self) { try world.command(command, from: .user) }
        do { try world.command(command, from: .user) } catch let error as CallError {
            #expect(error.code == .unknownProvider)
            #expect(error.message.contains("DesktopEntry=org.example.Q"))
        }
    }

    @Test func `The only registered provider is chosen even if it does not list handle types`() throws {
        var world = try World(providers: ["p"])
        let handle = Handle(kind: .emailAddress, value: "a@example.org")
        let command = Command.requestStartCall(provider: "", handle, StartCallDetails())
        #expect(try world.command(command, from: .user) == ["p is asked to call a@example.org"])
        try world.register("q")
        #expect(world.refusal { try $0.command(command, from: .user) } == .unknownProvider)
    }
}
