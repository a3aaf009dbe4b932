// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct LossTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `A registered app is told once that it begins`() throws {
        #expect(try world.register("s") == ["s begins", "+s"])
        #expect(try world.register("s") == [])
    }

    @Test mutating func `The calls of a lost app end as failed at once, and the app is told nothing`() throws {
        try world.talk(a)
        try world.ring(b)
        #expect(try world.lose("p") == ["a is ended", "-a", "b is ended", "-b", "-p"])
        #expect(world.removed.map(\.endedReason) == [.failed, .failed])
        #expect(world.removed.map(\.reason) == [.providerLost, .providerLost])
        #expect(world.domain.audio.owner == nil)
        #expect(world.timers.isEmpty)
    }

    @Test mutating func `The calls of an invalidated app end as failed, and the app can register again`() throws {
        try world.talk(a)
        #expect(
            try world.command(.invalidate(identifier: "p"), from: .app("p")) == ["a is ended", "-a", "-p"])
        try world.register("p")
        #expect(world.refusal { try $0.ring(a) } == .incomingCallUUIDAlreadyExists)
    }

    @Test mutating func `The loss of an app does not touch other apps`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        #expect(try world.lose("q") == ["b is ended", "-b", "-q"])
        #expect(world[a]?.hasAudio == true)
    }

    @Test mutating func `A request that waits for a hold by a lost app gets the audio at once`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try world.lose("p") == ["q must answer b", "a is ended", "-a", "b is connecting", "-p"])
        #expect(try world.fulfil(b).first == "q gets audio for b")
    }

    @Test mutating func `A request that waits for an end by a lost app gets the audio at once`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.request((a, .end), (b, .answer))
        #expect(try world.lose("p").first == "q must answer b")
    }

    @Test mutating func `A request for a call of a lost app fails, and the call that it held resumes`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try world.lose("q") == ["b is ended", "-b", "-q", "failed provider-lost b"])
        #expect(
            try world.fulfil(a) == ["p loses audio of a", "p must resume a", "a is held"])
    }

    @Test mutating func `A held call resumes when the other app is lost during the answer`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.fulfil(a)
        let story = try world.lose("q")
        #expect(story == ["p must resume a", "b is ended", "-b", "a is held", "-q", "failed provider-lost b"])
    }

    @Test mutating func `An app that is lost during a resume frees the audio`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        try world.end(b)
        try world.fulfil(b)
        #expect(try world.lose("p") == ["a is ended", "-a", "-p"])
        try world.ring(c, at: "q")
        #expect(try world.answer(c) == ["q must answer c", "c is connecting"])
    }

    @Test mutating func `Two apps on one connection are lost together`() throws {
        try world.register("p1", from: .app("one"))
        try world.register("p2", from: .app("one"))
        try world.talk(a, at: "p1")
        try world.ring(b, at: "p2")
        try world.answer(b)
        #expect(
            try world.lose("p1")
                == ["a is ended", "-a", "b is ended", "-b", "-p1", "-p2", "failed provider-lost b"])
    }

    @Test mutating func `Every app is reset when the service stops`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        #expect(
            try world.handle(.reset) == [
                "p is reset", "q is reset", "r is reset", "a is ended", "-a", "b is ended", "-b", "-p", "-q", "-r",
            ])
        #expect(world.domain.isEmpty)
    }

    @Test mutating func `The request of a lost client continues`() throws {
        try world.ring(a)
        try world.answer(a)
        try world.handle(.clientLost(Caller.user.client))
        #expect(try world.fulfil(a).first == "p gets audio for a")
    }

    @Test mutating func `A new name of an app is the new name at its calls`() throws {
        try world.ring(a)
        #expect(try world.configure("p") { $0.localizedName = "Phone" } == ["a is incoming", "p changed"])
        #expect(world[a]?.providerName == "Phone")
        #expect(try world.configure("p") { $0.localizedName = "Phone" } == [])
    }
}
