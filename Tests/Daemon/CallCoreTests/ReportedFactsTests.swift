// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// Facts that apps report about calls without a request.
struct ReportedFactsTests {
    var world: World

    init() throws { world = try World() }

    /// `a` has the audio, `b` is held for it. Both are at `p`.
    private mutating func talkTwice() throws {
        try world.talk(b)
        try world.talk(a, holding: b)
    }

    /// `a` and `b` are a conference at `p`, with the name of `b`.
    private mutating func confer() throws {
        try talkTwice()
        try world.request((a, .setGroup(with: b)))
        try world.fulfil(a)
        try world.fulfil(b)
    }

    @Test mutating func `The hold of the other side, encryption, external name and members change nothing else`()
        throws
    {
        try world.talk(a)
        let before = world[a]
        let bob = CallMember(handle: Handle(kind: .generic, value: "bob"), displayName: "Bob")
        let told = try world.update(a) {
            ($0.remoteOnHold, $0.encrypted, $0.externalID) = (true, true, "x@example.org")
            ($0.members, $0.activeMembers, $0.localMember) = ([bob], [bob], .some(bob))
        }
        #expect(told == ["a is active"])
        var after = try #require(world[a])
        #expect(after.remoteOnHold && after.encrypted && after.externalID == "x@example.org")
        #expect(after.members.all == [bob] && after.members.active == [bob] && after.members.local == bob)
        (after.remoteOnHold, after.encrypted, after.externalID) = (false, false, "")
        after.members = CallMembers()
        #expect(after == before)
    }

    @Test mutating func `An absent fact stays, and a new call begins with the facts of its report`() throws {
        try world.ring(a) { ($0.externalID, $0.encrypted, $0.muted) = ("x", true, true) }
        try world.update(a) { $0.remoteOnHold = true }
        #expect(world[a]?.externalID == "x" && world[a]?.encrypted == true && world[a]?.muted == true)
        try world.exists(b, at: "q") { $0.update.externalID = "y" }
        #expect(world[b]?.externalID == "y")
    }

    // MARK: Muted

    @Test mutating func `A reported mute needs no action`() throws {
        try world.talk(a)
        #expect(try world.update(a) { $0.muted = true } == ["a is active"])
        #expect(world[a]?.muted == true)
        #expect(try world.update(a) { $0.muted = true } == [])
    }

    @Test mutating func `A reported mute completes a mute that its app has, and FulfillAction may follow`() throws {
        try world.talk(a)
        try world.request((a, .setMuted(true)))
        let mute = try world.told(a).action.id
        #expect(try world.update(a) { $0.muted = true } == ["a is active", "done"])
        #expect(try world.complete(mute, .fulfilled(at: 0), at: a) == [])
    }

    @Test mutating func `A reported mute does not complete an unmute`() throws {
        try world.talk(a)
        try world.update(a) { $0.muted = true }
        try world.request((a, .setMuted(false)))
        #expect(try world.update(a) { $0.muted = true } == [])
        #expect(try world.fulfil(a) == ["a is active", "done"])
        #expect(world[a]?.muted == false)
    }

    // MARK: Group

    @Test mutating func `A call that is reported to join the active call resumes`() throws {
        try talkTwice()
        #expect(try world.update(b) { $0.group = GroupID(a) } == ["p must resume b", "b is held"])
        #expect(try world.fulfil(b) == ["b is active"])
        #expect(world[b]?.group == GroupID(a) && world.domain.audio.owner?.calls == [a, b])
    }

    @Test(arguments: [a, b])
    mutating func `A reported group completes the action of either call that leads to it`(reported: CallID) throws {
        try talkTwice()
        try world.request((a, .setGroup(with: b)))
        let merge = try world.told(a).action.id
        let told = try world.update(reported) { $0.group = GroupID(reported == a ? b : a) }
        #expect(told.contains("done") && told.contains("p must resume b"))
        #expect(world[a]?.group == world[b]?.group)
        #expect(try world.complete(merge, .fulfilled(at: 0), at: a) == [])
    }

    @Test mutating func `A report that a call is alone completes the action that takes it out of its group`() throws {
        try confer()
        try world.request((a, .setGroup(with: nil)))
        try world.fulfil(b)
        #expect(try world.update(a) { $0.group = .some(nil) } == ["a is active", "done"])
        #expect(world[a]?.group == GroupID(a) && world.state(b) == .held)
    }

    @Test(arguments: [nil, GroupID(a)])
    mutating func `The rest of the group is held for a call that is reported to be alone`(group: GroupID?) throws {
        try confer()
        #expect(try world.update(a) { $0.group = .some(group) } == ["p must hold b", "a is active", "b is active"])
        #expect(world.domain.audio.owner?.calls == [a])
        #expect(try world.fulfil(b) == ["b is held"])
        #expect(world[b]?.heldFor == nil)
    }

    @Test mutating func `The rest of the group keeps the audio if a held call is reported to be alone`() throws {
        try world.talk(c)
        try world.talk(d, holding: c)
        try world.update(d) { $0.group = GroupID(c) }
        try world.fulfil(c)
        try world.hold(d)
        try world.fulfil(d)
        #expect(try world.update(d) { $0.group = .some(nil) } == ["d is held"])
        #expect(world.domain.audio.owner?.calls == [c])
    }

    @Test mutating func `A swapping modem keeps the calls of a group that it splits`() throws {
        world = try World(providers: [])
        try world.register("p") { $0.holdsImplicitly = true }
        try world.talk(b)
        try world.talk(a)
        try world.update(a) { $0.group = GroupID(b) }
        #expect(try world.update(a) { $0.group = .some(nil) } == ["a is active"])
        #expect(world[a]?.group != world[b]?.group)
    }

    @Test mutating func `No limit refuses a reported group`() throws {
        try confer()
        try world.configure("p") { ($0.maximumCallGroups, $0.maximumCallsPerCallGroup) = (1, 1) }
        try world.update(a) { $0.group = .some(nil) }
        #expect(world[a]?.group != world[b]?.group)
        try world.update(a) { $0.group = GroupID(b) }
        #expect(world[a]?.group == world[b]?.group)
    }

    @Test mutating func `A member that its app resumes while another member leaves the group is held again`() throws {
        try talkTwice()
        try world.update(b) { $0.group = GroupID(a) }
        #expect(try world.update(a) { $0.group = .some(nil) } == ["a is active", "b is held"])
        #expect(try world.fulfil(b) == ["p must hold b", "b is active"])
        #expect(world.domain.audio.owner?.calls == [a])
    }

    @Test mutating func `An app that reports groups again and again gets one action`() throws {
        try talkTwice()
        try world.ring(c, at: "q")
        try world.answer(c)
        for _ in 0..<3 {
            try world.update(b) { $0.group = GroupID(a) }
            try world.update(b) { $0.group = .some(nil) }
        }
        #expect(world[b]?.pending.count == 1)
        #expect(try world.fulfil(a).contains("q must answer c"))
        #expect(world[b]?.pending == [] && world.state(b) == .held)
    }

    @Test mutating func `A group has no effect before both calls are connected, or for an emergency call`() throws {
        try world.talk(a)
        try world.ring(b)
        #expect(try world.update(b) { $0.group = GroupID(a) } == [])
        #expect(try world.update(a) { $0.group = GroupID(b) } == [])
        var modem = try World(cellular: ["m": 1000], providers: ["m"])
        try modem.talk(a, at: "m")
        try modem.talk(b, at: "m", holding: a)
        try modem.update(a) { $0.emergency = true }
        #expect(try modem.update(b) { $0.group = GroupID(a) } == [])
    }

    @Test mutating func `A group that no call of the provider has is refused`() throws {
        try world.talk(a)
        try world.ring(c, at: "q")
        #expect(world.refusal { try $0.update(a) { $0.group = GroupID(c) } } == .invalidArgs)
        #expect(world.refusal { try $0.update(a) { $0.group = GroupID(d) } } == .invalidArgs)
        #expect(try world.update(a) { $0.group = GroupID(a) } == [])
    }
}
