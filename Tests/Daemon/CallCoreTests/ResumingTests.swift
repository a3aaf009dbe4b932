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

    @Test mutating func `A held call resumes when the call it was held for is ended here`() throws {
        try world.end(b)
        #expect(
            try world.fulfil(b) == ["q loses audio of b", "p must resume a", "b is ended", "-b", "a is held", "done"])
        #expect(try world.told(a).origin == .system)
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active"])
        #expect(world[a]?.reason == .resumed)
        #expect(world[a]?.heldFor == nil)
    }

    @Test mutating func `A held call resumes when the end of the other call timed out or was reported early`() throws {
        try world.end(b)
        var late = world
        #expect(try late.miss(b).contains("p must resume a"))
        #expect(try world.reportEnded(b).contains("p must resume a"))
    }

    @Test mutating func `A held call that only its own device resumes is not told to resume`() throws {
        try world.update(a) { $0.supportsResuming = false }
        try world.end(b)
        #expect(try world.fulfil(b) == ["q loses audio of b", "b is ended", "-b", "a is held", "done"])
        #expect(world.state(a) == .held)
    }

    private static let reportable = EndedReason.allCases.filter(\.isReportable)

    @Test(arguments: reportable.filter { !$0.isLocal })
    mutating func `A held call stays held when the connected call it was held for ends without an end by the user`(
        reason: EndedReason
    ) throws {
        #expect(try world.reportEnded(b, reason) == ["q loses audio of b", "b is ended", "-b", "a is held"])
        #expect(world[a]?.heldFor == nil)
    }

    /// No report tells that both are one conversation, so the user resumes the held call.
    @Test mutating func `A held call stays held when the call it was held for goes on at another app and ends there`()
        throws
    {
        try world.reportEnded(b, .answeredElsewhere)
        try world.exists(c, at: "r")
        #expect(world[a]?.heldFor == nil)
        try world.end(c)
        #expect(try world.fulfil(c) == ["r loses audio of c", "c is ended", "-c", "done"])
        #expect(world.state(a) == .held)
        try world.resume(a)
        #expect(try world.fulfil(a).contains("p gets audio for a"))
    }

    @Test(arguments: reportable)
    mutating func `A held call resumes when the call it was held for ends for any reason before it connects`(
        reason: EndedReason
    ) throws {
        try world.reportEnded(b, .localEnded)
        try world.fulfil(a)
        try world.start(c, at: "q")
        try world.fulfil(a)
        try world.fulfil(c)
        #expect(world[a]?.heldFor == c)
        #expect(try world.reportEnded(c, reason).contains("p must resume a"))
    }

    @Test(arguments: [EndedReason.localEnded, .declined])
    mutating func `A held call resumes when the user ends the other call in the window of its app`(
        reason: EndedReason
    ) throws {
        #expect(
            try world.reportEnded(b, reason)
                == ["q loses audio of b", "p must resume a", "b is ended", "-b", "a is held"])
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active"])
        #expect(world[a]?.reason == .resumed)
    }

    @Test mutating func `A held call stays held when the other app is lost`() throws {
        #expect(try world.lose("q") == ["b is ended", "-b", "a is held", "-q"])
    }

    @Test mutating func `A held call resumes after any end if the user wants AutoResume`() throws {
        try world.shell { $0.autoResume = true }
        #expect(try world.reportEnded(b).contains("p must resume a"))
    }

    @Test mutating func `A held call does not resume while a request waits, and is then held for that call`() throws {
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

    @Test mutating func `A held call is held for the call that has the audio when its own call ends`() throws {
        try world.talk(c, at: "r", holding: b)
        try world.end(b)
        try world.fulfil(b)
        #expect(world.state(a) == .held)
        #expect(world[a]?.heldFor == c)
    }

    @Test mutating func `The new reason of a held call is the action that gave the other call the audio`() throws {
        try world.start(c, at: "r")
        try world.fulfil(b)
        try world.fulfil(c)
        try world.reportConnected(c)
        try world.end(b)
        try world.fulfil(b)
        #expect(world[a]?.reason == .heldForStart && world[a]?.reasonCall == c)
    }

    @Test(arguments: [false, true]) mutating func `A failed resume leaves the call held`(late: Bool) throws {
        try world.end(b)
        try world.fulfil(b)
        _ = late ? try world.miss(a) : try world.refuse(a)
        #expect(world.state(a) == .held)
        #expect(world.domain.transactions.isEmpty)
    }

    @Test mutating func `An answer does not wait for a resume, and the resuming call is held again`() throws {
        try world.end(b)
        try world.fulfil(b)
        try world.ring(c, at: "r")
        try world.answer(c)
        #expect(try world.fulfil(a) == ["p gets audio for a", "p must hold a", "a is active"])
    }

    @Test mutating func `A user request to hold a call that is held for another keeps it held`() throws {
        try world.hold(a)
        try world.fulfil(a)
        try world.end(b)
        #expect(try world.fulfil(b) == ["q loses audio of b", "b is ended", "-b", "done"])
    }

    @Test mutating func `An ended call is no longer held for another call`() throws {
        try world.end(a)
        try world.fulfil(a)
        #expect(world.domain.occupancy.displaced[b] == nil)
    }

    @Test mutating func `A failed requested resume does not resume a call that was held before`() throws {
        try world.hold(b)
        try world.fulfil(b)
        try world.resume(b)
        #expect(try world.refuse(b) == ["b is held", "failed resume-failed b"])
        #expect(world[a]?.heldFor == b)
    }

    @Test mutating func `A failed swap is undone`() throws {
        try world.resume(a)
        try world.fulfil(b)
        #expect(try world.refuse(a) == ["q must resume b", "a is held", "b is held", "failed resume-failed a"])
        #expect(try world.fulfil(b) == ["q gets audio for b", "b is active"])
    }

    @Test(arguments: [false, true])
    mutating func `A held call stays held when the other side ends the call that was to be resumed`(
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

    @Test mutating func `Two groups that were held for one call do not resume at once`() throws {
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

    @Test mutating func `A call whose request waits gets the audio before a held call`() throws {
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
