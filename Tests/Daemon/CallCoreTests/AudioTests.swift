// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct AudioTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `The audio is taken from one app before another app gets it`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        try world.end(b)
        let story = try world.fulfil(b) + world.fulfil(a)
        let lost = try #require(story.firstIndex(of: "q loses audio of b"))
        let gained = try #require(story.firstIndex(of: "p gets audio for a"))
        #expect(lost < gained)
    }

    @Test mutating func `The audio state tells the owner of the audio, the start and the reason`() throws {
        try world.ring(a)
        try world.answer(a)
        try world.fulfil(a)
        let owner = try #require(world.domain.audio.owner)
        #expect(owner.identifier == "p")
        #expect(owner.group == GroupID(a))
        #expect(owner.since == world.now)
        #expect(owner.reason == .answered)
    }

    @Test mutating func `A call has the audio until its app confirms the end`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.request((a, .end), (b, .answer))
        #expect(world[a]?.hasAudio == true)
        #expect(world.domain.audio.owner?.calls == [a])
    }

    @Test mutating func `Only the app that owns the audio is told about a new route`() throws {
        try world.shell {
            $0.routes = [Route(name: "1", localizedName: "H", kind: Received(.headset), isAvailable: true)]
        }
        try world.talk(a)
        try world.ring(b, at: "q")
        var update = ShellUpdate()
        update.route = "1"
        #expect(try world.command(.setShellState(update), from: .app("shell")) == ["p is routed to 1"])
    }

    @Test mutating func `A conference member that ends or is held loses the audio, and the other members keep it`()
        throws
    {
        try world.exists(a)
        try world.exists(b) { $0.group = GroupID(a) }
        try world.exists(c) { $0.group = GroupID(a) }
        #expect(world.domain.audio.owner?.calls == [a, b, c])
        try world.hold(b)
        #expect(try world.fulfil(b) == ["b is held", "done"])
        #expect(world[b]?.hasAudio == false)
        #expect(try world.reportEnded(a) == ["a is ended", "-a", "b is held", "c is active"])
        #expect(world[c]?.group == GroupID(b))
        #expect(world.domain.audio.owner?.calls == [c])
    }
}
