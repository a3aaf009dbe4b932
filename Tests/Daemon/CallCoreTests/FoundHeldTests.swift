// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// Calls that were held for other calls before the registry restarted.
struct FoundHeldTests {
    var world: World

    init() throws { world = try World() }

    /// `a` was held for `b`. With `heldFirst`, `a` is reported before `b`.
    private mutating func find(heldFirst: Bool) throws {
        if heldFirst { try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) } }
        try world.exists(b, at: "q")
        if !heldFirst { try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) } }
    }

    @Test(arguments: [true, false])
    mutating func `A call that is found held for another resumes when the other is ended here`(heldFirst: Bool) throws {
        try find(heldFirst: heldFirst)
        #expect(world[a]?.heldFor == b)
        #expect(world[a]?.reason == .heldForAnswer && world[a]?.reasonCall == b)
        try world.end(b)
        #expect(try world.fulfil(b).contains("p must resume a"))
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active"])
        #expect(world[a]?.reason == .resumed)
    }

    @Test(arguments: [true, false])
    mutating func `A call that is found held for another stays held when the other side ends the other`(
        heldFirst: Bool
    ) throws {
        try find(heldFirst: heldFirst)
        #expect(try world.reportEnded(b) == ["q loses audio of b", "b is ended", "-b", "a is held"])
        #expect(world[a]?.heldFor == nil)
    }

    @Test mutating func `A call that is found held for a call that was ended here meanwhile resumes`() throws {
        try world.exists(b, at: "q")
        try world.end(b)
        try world.fulfil(b)
        #expect(try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) }.contains("p must resume a"))
    }

    @Test mutating func `A call that is found held for a call that the other side ended meanwhile stays held`() throws {
        try world.exists(b, at: "q")
        try world.reportEnded(b)
        try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) }
        #expect(world.state(a) == .held)
        #expect(world.domain.occupancy.awaited.isEmpty && world.domain.transactions.isEmpty)
    }

    @Test mutating func `A held call has no HeldFor until the other call is found`() throws {
        try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) }
        #expect(world.state(a) == .held)
        #expect(world[a]?.heldFor == nil)
    }

    @Test mutating func `A call that was resumed meanwhile is not held for a call that is found later`() throws {
        try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) }
        try world.resume(a)
        try world.fulfil(a)
        try world.ring(b, at: "q")
        #expect(world[a]?.heldFor == nil)
        #expect(world.domain.occupancy.awaited.isEmpty)
    }

    @Test mutating func `A call that the user holds stays held when the call it was found held for is ended`() throws {
        try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) }
        try world.hold(a)
        try world.fulfil(a)
        try world.exists(b, at: "q")
        try world.end(b)
        #expect(!(try world.fulfil(b).contains("p must resume a")))
    }

    @Test mutating func `An ended call no longer waits for the other call to be found`() throws {
        try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) }
        try world.reportEnded(a)
        #expect(world.domain.occupancy.awaited.isEmpty)
        try world.exists(b, at: "q")
        #expect(world.domain.occupancy.displaced[b] == nil)
    }

    @Test mutating func `Calls that are held in a chain resume one after another`() throws {
        try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) }
        try world.exists(c, at: "r")
        try world.exists(b, at: "q") { ($0.state, $0.heldFor) = (.held, c) }
        try world.end(c)
        #expect(try world.fulfil(c).contains("q must resume b"))
        try world.fulfil(b)
        #expect(world[a]?.heldFor == b)
        try world.end(b)
        #expect(try world.fulfil(b).contains("p must resume a"))
    }

    @Test mutating func `HeldFor of a call that is not held has no effect`() throws {
        try world.exists(b, at: "q") { $0.state = .held }
        try world.exists(a) { $0.heldFor = b }
        #expect(world.state(a) == .active)
        #expect(world[a]?.heldFor == nil)
    }

    @Test mutating func `A call cannot be found held for itself`() {
        #expect(world.refusal { try $0.exists(a) { ($0.state, $0.heldFor) = (.held, a) } } == .invalidArgs)
    }

    @Test mutating func `A held call is on hold until it has ended`() throws {
        try world.talk(a)
        try world.hold(a)
        try world.fulfil(a)
        try world.end(a)
        #expect(world.state(a) == .ending)
        #expect(world[a]?.onHold == true)
        var refused = world
        try refused.refuse(a)
        #expect(refused[a]?.onHold == true)
        try world.fulfil(a)
        #expect(world.removed.first?.onHold == false)
    }
}
