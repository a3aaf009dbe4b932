// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct ResumingTests {
    var world: World

    /// `a` is held for `b`, which is active.
    init() throws {
        world = try World()
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
    }

    @Test mutating func `a held call resumes when the one it was held for is ended here`() throws {
        try world.end(b)
        #expect(
            try world.fulfil(b) == ["q loses audio of b", "p must resume a", "b is ended", "-b", "a is held", "done"])
        #expect(try world.told(a).origin == .system)
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active"])
        #expect(world[a]?.reason == .resumed)
        #expect(world[a]?.heldFor == nil)
    }

    @Test mutating func `also when the end took too long, or the app reported it before it fulfilled`() throws {
        try world.end(b)
        var late = world
        #expect(try late.miss(b).contains("p must resume a"))
        #expect(try world.reportEnded(b).contains("p must resume a"))
    }

    @Test mutating func `it stays held when the other side ends the call, for nobody is to be overheard`() throws {
        #expect(try world.reportEnded(b) == ["q loses audio of b", "b is ended", "-b", "a is held"])
        #expect(world[a]?.heldFor == nil)
    }

    @Test mutating func `it stays held when the other app is lost`() throws {
        #expect(try world.lose("q") == ["b is ended", "-b", "a is held", "-q"])
    }

    @Test mutating func `unless the user wants it to resume always`() throws {
        try world.shell { $0.autoResume = true }
        #expect(try world.reportEnded(b).contains("p must resume a"))
    }

    @Test mutating func `it resumes when an outgoing call fails before it connects`() throws {
        try world.end(b)
        try world.fulfil(b)
        try world.fulfil(a)
        try world.start(c, at: "q")
        try world.fulfil(a)
        try world.fulfil(c)
        #expect(world[a]?.heldFor == c)
        #expect(try world.reportEnded(c, .failed).contains("p must resume a"))
    }

    @Test mutating func `it does not resume while a request waits for the audio, but is held for that one then`() throws
    {
        try world.ring(c, at: "r")
        try world.request((b, .end), (c, .answer))
        #expect(
            try world.fulfil(b) == [
                "q loses audio of b", "r must answer c", "b is ended", "-b", "a is held", "c is connecting",
            ])
        #expect(world[a]?.heldFor == c)
        try world.fulfil(c)
        try world.end(c)
        #expect(try world.fulfil(c).contains("p must resume a"))
    }

    @Test mutating func `it is held for the next in line when its call ends while another has the audio`() throws {
        try world.talk(c, at: "r", holding: b)
        try world.end(b)
        try world.fulfil(b)
        #expect(world.state(a) == .held)
        #expect(world[a]?.heldFor == c)
    }

    @Test mutating func `it says by what the one that it is held for then got the audio`() throws {
        try world.start(c, at: "r")
        try world.fulfil(b)
        try world.fulfil(c)
        try world.reportConnected(c)
        try world.end(b)
        try world.fulfil(b)
        #expect(world[a]?.reason == .heldForStart && world[a]?.reasonCall == c)
    }

    @Test(arguments: [false, true]) mutating func `a resume that fails leaves it held`(late: Bool) throws {
        try world.end(b)
        try world.fulfil(b)
        _ = late ? try world.miss(a) : try world.refuse(a)
        #expect(world.state(a) == .held)
        #expect(world.domain.transactions.isEmpty)
    }

    @Test mutating func `a resume is not awaited by an answer, it makes way again`() throws {
        try world.end(b)
        try world.fulfil(b)
        try world.ring(c, at: "r")
        try world.answer(c)
        #expect(try world.fulfil(a) == ["p gets audio for a", "p must hold a", "a is active"])
    }

    @Test mutating func `who asks to hold a call that is held for another wants it to stay so`() throws {
        try world.hold(a)
        try world.fulfil(a)
        try world.end(b)
        #expect(try world.fulfil(b) == ["q loses audio of b", "b is ended", "-b", "done"])
    }

    @Test mutating func `a held call that is ended is forgotten by the call it was held for`() throws {
        try world.end(a)
        try world.fulfil(a)
        #expect(world.domain.occupancy.displaced[b] == nil)
    }

    @Test mutating func `a resume that was asked for and fails resumes nobody who was held before`() throws {
        try world.hold(b)
        try world.fulfil(b)
        try world.resume(b)
        #expect(try world.refuse(b) == ["b is held", "failed resume-failed b"])
        #expect(world[a]?.heldFor == b)
    }

    @Test mutating func `a failed swap is undone`() throws {
        try world.resume(a)
        try world.fulfil(b)
        #expect(try world.refuse(a) == ["q must resume b", "a is held", "b is held", "failed resume-failed a"])
        #expect(try world.fulfil(b) == ["q gets audio for b", "b is active"])
    }

    @Test(arguments: [false, true])
    mutating func `when the other side ends the call that was to be resumed, the held one stays held`(
        during: Bool
    ) throws {
        try world.resume(a)
        if during {
            try world.fulfil(b)
            try world.reportEnded(a)
        } else {
            try world.reportEnded(a)
            try world.fulfil(b)
        }
        #expect(world.state(b) == .held)
        #expect(world.domain.transactions.isEmpty)
    }

    @Test mutating func `two groups that were held for one call do not come back at once`() throws {
        try world.talk(c, at: "r", holding: b)
        try world.end(b)
        try world.fulfil(b)
        try world.hold(c)
        try world.fulfil(c)
        try world.talk(d, at: "r")
        try world.end(d)
        try world.fulfil(d)
        #expect(world.state(a) == .held)
        #expect(world.state(c) == .held)
    }

    @Test mutating func `a call whose request waits has the audio before one that was held`() throws {
        try world.exists(c, at: "r") { $0.state = .held }
        try world.hold(c)
        try world.ring(d, at: "r")
        try world.answer(d)
        try world.end(b)
        try world.fulfil(b)
        let told = try world.fulfil(c)
        #expect(told.contains("r must answer d"))
        #expect(!told.contains("r must end d"))
        #expect(world[a]?.heldFor == d)
    }
}
