// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// The stories of existing calls and of ended calls.
struct StoryTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `The story of an answered call tells the requester, the delivered action and the outcome`()
        throws
    {
        try world.ring(a)
        try world.shell()
        try world.request((a, .answer), from: .app("shell"))
        #expect(
            story(a) == [
                "appeared incoming", "requested answer by shell", "delivered answer by shell", "moved connecting",
            ])
        try world.fulfil(a)
        #expect(story(a).suffix(2) == ["moved active: answered", "audio-gained"])
        #expect(world.domain.endedCall(a) == nil)
    }

    @Test mutating func `A story outlives its call`() throws {
        try world.talk(a)
        try world.reportEnded(a)
        #expect(world[a] == nil)
        #expect(story(a).last == "ended ended remote-ended: ended-by-provider")
        #expect(world.domain.endedCall(a)?.story.provider == "p")
        #expect(world.domain.endedCall(a)?.call.endedReason == .remoteEnded)
        #expect(world.domain.recentlyEnded.map(\.call.id) == [a])
    }

    @Test mutating func `An ended call keeps none of its members`() throws {
        try world.talk(a)
        let bob = CallMember(handle: Handle(kind: .generic, value: "bob"), displayName: "Bob")
        try world.update(a) { ($0.members, $0.activeMembers, $0.localMember) = ([bob], [bob], .some(bob)) }
        #expect(world[a]?.members.all == [bob])
        try world.reportEnded(a)
        #expect(world.domain.endedCall(a)?.call.members == CallMembers())
    }

    @Test mutating func `The story of a held call tells the other call and the reason of the resume`() throws {
        try world.talk(a)
        let before = story(a).count
        try world.talk(b, at: "q", holding: a)
        try world.end(b)
        try world.fulfil(b)
        try world.fulfil(a)
        #expect(
            story(a).dropFirst(before) == [
                "delivered hold by system: held-for-answer b", "moved held: held-for-answer b", "audio-lost",
                "delivered resume by system: resumed", "moved active: resumed b", "audio-gained",
            ])
        #expect(
            story(b).suffix(4) == [
                "requested end by other", "delivered end by other", "moved ending",
                "ended ended local-ended: ended-by-request",
            ])
    }

    @Test mutating func `The story of a held call tells why it stays held`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        try world.reportEnded(b)
        #expect(story(a).last == "stays-held b")
    }

    @Test(arguments: [false, true])
    mutating func `The stories of both calls tell an answer that fails because of a hold`(late: Bool) throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        _ = late ? try world.miss(a) : try world.refuse(a)
        #expect(story(a).last == (late ? "timed-out hold" : "refused hold"))
        #expect(
            story(b) == [
                "appeared incoming", "requested answer by other",
                late ? "failed answer: hold-timed-out a" : "failed answer: hold-failed a",
            ])
    }

    @Test mutating func `A story tells a hold that was undone`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.fulfil(a)
        try world.refuse(b)
        try world.fulfil(a)
        #expect(story(b).last == "ended ended failed: answer-failed")
        #expect(
            story(a).suffix(3) == ["delivered resume by system: resumed", "moved active: resumed b", "audio-gained"])
    }

    @Test mutating func `The story of a displaced call tells the other call`() throws {
        try world.talk(a)
        try world.update(a) { $0.supportsHolding = false }
        try world.start(b, at: "q")
        try world.fulfil(a)
        #expect(story(a).contains("delivered end by system: ended-for-start b"))
        #expect(story(a).last == "ended ended local-ended: ended-for-start b")
        #expect(story(b) == ["appeared dialing", "requested start by other", "delivered start by other"])
        try world.fulfil(b)
        #expect(story(b).suffix(2) == ["fulfilled start", "audio-gained"])
        try world.reportConnecting(b)
        try world.reportConnected(b)
        #expect(story(b).suffix(2) == ["moved connecting", "moved active"])
    }

    @Test mutating func `The story of a start that fails tells the reason once`() throws {
        try world.ring(a)
        try world.talk(b)
        #expect(world.refusal { try $0.start(c) } != nil)
        #expect(world.domain.story(of: c) == nil)
        try world.end(a)
        try world.start(c)
        try world.end(c)
        #expect(
            story(c) == [
                "appeared dialing", "requested start by other", "requested end by other",
                "ended ended failed: superseded",
            ])
    }

    @Test mutating func `The story of a call that rings too long tells no requester`() throws {
        try world.ring(a)
        try world.handle(.timerFired(.ring(a)))
        #expect(story(a) == ["appeared incoming", "delivered end by system: ring-timed-out", "moved ending"])
        try world.fulfil(a)
        #expect(story(a).last == "ended ended unanswered: ring-timed-out")
    }

    @Test mutating func `A story tells mutes, tones and silence`() throws {
        try world.ring(a)
        try world.command(.silence(a), from: .user)
        #expect(story(a).last == "silenced")
        try world.answer(a)
        try world.fulfil(a)
        try world.request((a, .setMuted(true)))
        try world.fulfil(a)
        #expect(story(a).suffix(3) == ["requested mute by other", "delivered mute by other", "muted"])
        try world.request((a, .playDTMF(digits: "1", .singleTone)))
        try world.fulfil(a)
        #expect(story(a).last == "fulfilled tones")
        try world.request((a, .setMuted(false)))
        try world.fulfil(a)
        #expect(story(a).last == "unmuted")
    }

    @Test mutating func `The stories of both merged calls tell the merge`() throws {
        try world.talk(a)
        try world.talk(b, holding: a)
        try world.request((b, .setGroup(with: a)))
        try world.fulfil(b)
        #expect(story(b).suffix(2) == ["fulfilled group a", "moved active: grouped-by-request"])
        #expect(story(a).contains("grouped b"))
        try world.fulfil(a)
        #expect(story(a).suffix(2) == ["moved active: resumed-for-group", "audio-gained"])
        try world.request((b, .setGroup(with: nil)))
        try world.fulfil(a)
        #expect(story(a).contains("delivered hold by system: held-for-group b"))
    }

    @Test mutating func `The story of a call ends with the loss of its app`() throws {
        try world.talk(a)
        try world.ring(b)
        try world.answer(b)
        try world.lose("p")
        #expect(story(a).last == "ended ended failed: provider-lost")
        #expect(story(b).last == "ended ended failed: provider-lost")
        #expect(world.domain.endedCall(a)?.story.provider == "p")
    }

    @Test mutating func `The story of a found call begins with its state`() throws {
        try world.exists(a)
        #expect(story(a) == ["appeared active", "audio-gained"])
    }

    @Test func `A long story keeps its beginning and its end`() throws {
        var limits = Limits()
        limits.momentsPerCall = 12
        var world = try World(limits: limits)
        try world.talk(a)
        for _ in 0..<10 {
            try world.hold(a)
            try world.fulfil(a)
            try world.resume(a)
            try world.fulfil(a)
        }
        let story = try #require(world.domain.story(of: a))
        #expect(story.moments.count == 12)
        #expect(story.moments.first?.what == .appeared)
        #expect(story.moments.last?.what == .audioGained)
        #expect(story.omitted == 6 + 10 * 8 - 12)
    }

    @Test func `The last ended calls keep their stories, and older ones only their facts`() throws {
        var limits = Limits()
        limits.endedStories = 2
        var world = try World(limits: limits)
        for call in [a, b, c] {
            try world.ring(call)
            try world.reportEnded(call, .unanswered)
        }
        #expect(world.domain.recentlyEnded.map(\.call.id) == [b, c])
        let old = try #require(world.domain.endedCall(a))
        #expect(old.call.endedReason == .unanswered && old.story.provider == "p" && old.story.moments.isEmpty)
    }

    @Test func `The registry keeps no stories if the limit is zero`() throws {
        var limits = Limits()
        limits.momentsPerCall = 0
        var world = try World(limits: limits)
        try world.talk(a)
        #expect(world.domain.story(of: a) == nil && world.domain.stories.live.isEmpty)
    }

    @Test mutating func `A refused command leaves no moment in a story`() throws {
        try world.talk(a)
        let before = story(a)
        #expect(world.refusal { try $0.answer(a) } == .invalidAction)
        try world.ring(b, at: "q")
        #expect(story(a) == before)
    }

    @Test func `A moment is small`() {
        #expect(MemoryLayout<Moment>.stride <= 32)
    }

    private func story(_ call: CallID) -> [String] {
        (world.domain.story(of: call) ?? world.domain.endedCall(call)?.story)?.moments.map(\.words) ?? []
    }
}

extension Moment {
    /// `delivered hold by system: held-for-answer b`
    fileprivate var words: String {
        var words = [what.rawValue]
        switch (action, isOn) {
        case (.setHeld, true): words.append("hold")
        case (.setHeld, _): words.append("resume")
        case (.setMuted, true): words.append("mute")
        case (.setMuted, _): words.append("unmute")
        case (.playDTMF, _): words.append("tones")
        case (let action?, _): words.append(action.rawValue.replacing("-call", with: "").replacing("set-", with: ""))
        case (nil, _): break
        }
        if let origin { words.append("by \(origin.rawValue)") }
        if let state { words.append(state.rawValue) }
        if let endedReason { words.append(endedReason.rawValue) }
        if let reason { words[words.count - 1] += ":"; words.append(reason.rawValue) }
        if let call { words.append(call.name) }
        return words.joined(separator: " ")
    }
}
