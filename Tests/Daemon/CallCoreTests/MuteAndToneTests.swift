// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct MuteAndToneTests {
    var world: World

    init() throws {
        world = try World()
        try world.talk(a)
    }

    @Test mutating func `A call is muted when its app has fulfilled the mute`() throws {
        #expect(try world.request((a, .setMuted(true))) == ["p must mute a", "a is active"])
        #expect(world[a]?.muted == false)
        #expect(try world.fulfil(a) == ["a is active", "done"])
        #expect(world[a]?.muted == true)
        try world.request((a, .setMuted(false)))
        try world.fulfil(a)
        #expect(world[a]?.muted == false)
    }

    @Test mutating func `A mute and a tone do not wait for an answer`() throws {
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try world.request((a, .setMuted(true))) == ["p must mute a", "a is active"])
        #expect(try world.request((a, .playDTMF(digits: "1", .singleTone))) == ["p must play 1 to a", "a is active"])
    }

    @Test mutating func `The same mute twice is one action, and a different mute is another`() throws {
        try world.request((a, .setMuted(true)))
        #expect(try world.request((a, .setMuted(true))) == [])
        #expect(try world.request((a, .setMuted(false))) == ["p must unmute a", "a is active"])
        #expect(try world.request((a, .setMuted(true))) == ["p must mute a", "a is active"])
    }

    @Test mutating func `A mute does not wait for a mute at the end of a long transaction`() throws {
        try world.request((a, .playDTMF(digits: "1", .singleTone)), (a, .setMuted(true)))
        #expect(try world.request((a, .setMuted(true))) == ["p must mute a", "a is active"])
    }

    @Test mutating func `The tones of a transaction are played one after another`() throws {
        #expect(
            try world.request((a, .playDTMF(digits: "1", .singleTone)), (a, .playDTMF(digits: ",2", .softPause)))
                == ["p must play 1 to a", "a is active"])
        #expect(try world.fulfil(a) == ["p must play ,2 to a", "a is active"])
        #expect(try world.fulfil(a) == ["a is active", "done"])
    }

    @Test mutating func `The same tone twice is two actions`() throws {
        try world.request((a, .playDTMF(digits: "1", .singleTone)))
        #expect(try world.request((a, .playDTMF(digits: "1", .singleTone))) == ["p must play 1 to a", "a is active"])
    }

    @Test mutating func `A tone needs an app that can play it and a call that talks`() throws {
        try world.update(a) { $0.supportsDTMF = false }
        #expect(world.refusal { try $0.request((a, .playDTMF(digits: "1", .singleTone))) } == .invalidAction)
        try world.ring(b, at: "q")
        #expect(world.refusal { try $0.request((b, .playDTMF(digits: "1", .singleTone))) } == .invalidAction)
        #expect(world.refusal { try $0.request((b, .setMuted(true))) } == .invalidAction)
    }
}
