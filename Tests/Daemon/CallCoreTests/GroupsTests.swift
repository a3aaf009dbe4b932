// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct GroupsTests {
    var world: World

    /// `a` is held for `b`, which is active; both at `p`.
    init() throws {
        world = try World()
        try world.talk(a)
        try world.talk(b, holding: a)
    }

    @Test mutating func `Merging the active call with a held call resumes the held call`() throws {
        #expect(try world.request((b, .setGroup(with: a))) == ["p must merge b with a", "b is active"])
        #expect(try world.fulfil(b) == ["p must resume a", "b is active", "a is held", "done"])
        #expect(world[b]?.group == GroupID(a))
        #expect(world.domain.audio.owner?.group == GroupID(a))
        try world.fulfil(a)
        #expect(world.domain.audio.owner?.calls == [b, a])
        #expect(world[a]?.reason == .resumedForGroup)
    }

    @Test mutating func `Merging a held call with the active call resumes the held call`() throws {
        try world.request((a, .setGroup(with: b)))
        #expect(try world.fulfil(a).first == "p must resume a")
        try world.fulfil(a)
        #expect(world[a]?.group == GroupID(b))
        #expect(world.domain.audio.owner?.calls == [b, a])
    }

    @Test mutating func `A held conference resumes as a whole`() throws {
        try world.exists(c) {
            $0.state = .held
            $0.group = GroupID(a)
        }
        try world.request((b, .setGroup(with: a)))
        #expect(try world.fulfil(b).first == "p must resume a")
        #expect(try world.fulfil(a).contains("p must resume c"))
    }

    @Test mutating func `A member that leaves a conference waits until the others are held`() throws {
        try merge()
        #expect(try world.request((b, .setGroup(with: nil))) == ["p must hold a", "b is active", "a is active"])
        #expect(try world.fulfil(a) == ["p must split b", "a is held", "b is active"])
        try world.fulfil(b)
        #expect(world[b]?.group == GroupID(b))
        #expect(world[a]?.heldFor == b)
        #expect(world.domain.audio.owner?.group == GroupID(b))
    }

    @Test(arguments: [false, true]) mutating func `The other members resume when a split fails`(late: Bool) throws {
        try merge()
        try world.request((b, .setGroup(with: nil)))
        try world.fulfil(a)
        let story = late ? try world.miss(b) : try world.refuse(b)
        #expect(story.contains("p must resume a"))
        try world.fulfil(a)
        #expect(world.domain.audio.owner?.calls == [b, a])
    }

    @Test mutating func `A group has the name of one of its members, also after the first member leaves`() throws {
        try merge()
        try world.request((a, .setGroup(with: nil)))
        try world.fulfil(b)
        try world.fulfil(a)
        #expect(world[a]?.group == GroupID(a))
        #expect(world[b]?.group == GroupID(b))
    }

    @Test mutating func `An answer holds every member of a conference`() throws {
        try merge()
        try world.ring(c, at: "q")
        #expect(try world.answer(c).first == "p must hold b")
        #expect(try world.fulfil(b) == ["p must hold a", "b is held", "a is active"])
        #expect(try world.fulfil(a).prefix(2) == ["p loses audio of a", "q must answer c"])
        try world.fulfil(c)
        try world.end(c)
        try world.fulfil(c)
        try world.fulfil(b)
        try world.fulfil(a)
        #expect(world.domain.audio.owner?.calls == [b, a])
    }

    @Test mutating func `A member that leaves a held group becomes active, and the other members stay held`() throws {
        try merge()
        try world.ring(c, at: "q")
        try world.answer(c)
        try world.fulfil(b)
        try world.fulfil(a)
        try world.fulfil(c)
        #expect(try world.request((b, .setGroup(with: nil))) == ["q must hold c", "b is held", "c is active"])
        #expect(try world.fulfil(c).contains("p must split b"))
        #expect(try world.fulfil(b) == ["p must resume b", "b is held"])
        #expect(try world.fulfil(b) == ["p gets audio for b", "b is active", "done"])
        #expect(world[b]?.reason == .groupedByRequest)
        #expect(world.state(a) == .held)
        #expect(world.state(c) == .held && world[c]?.heldFor == b)
    }

    @Test mutating func `Calls of two apps cannot be merged`() throws {
        try world.exists(c, at: "q") { $0.state = .held }
        #expect(world.refusal { try $0.request((b, .setGroup(with: c))) } == .invalidAction)
        #expect(world.refusal { try $0.request((b, .setGroup(with: b))) } == .invalidAction)
        #expect(world.refusal { try $0.request((b, .setGroup(with: nil))) } == .invalidAction)
        #expect(world.refusal { try $0.request((b, .setGroup(with: d))) } == .unknownCallUUID)
    }

    @Test mutating func `A call cannot be split if it is alone or does not support it`() throws {
        try merge()
        try world.update(b) { $0.supportsUngrouping = false }
        #expect(world.refusal { try $0.request((b, .setGroup(with: nil))) } == .invalidAction)
    }

    @Test mutating func `A call that does not support grouping cannot be merged`() throws {
        try world.update(b) { $0.supportsGrouping = false }
        #expect(world.refusal { try $0.request((b, .setGroup(with: a))) } == .invalidAction)
    }

    @Test mutating func `Two held calls are merged without a resume`() throws {
        try world.talk(c, at: "q", holding: b)
        try world.request((b, .setGroup(with: a)))
        try world.fulfil(b)
        #expect(world.state(a) == .held && world.state(b) == .held && world[b]?.group == GroupID(a))
        #expect(world.domain.occupancy.occupants == [c])
    }

    @Test mutating func `A group keeps its limit of calls, also for two requests at once`() throws {
        try world.configure("p") {
            $0.maximumCallsPerCallGroup = 2
            $0.maximumCallGroups = 3
        }
        try world.exists(c) { $0.state = .held }
        try world.request((a, .setGroup(with: b)))
        try world.request((c, .setGroup(with: b)))
        #expect(try world.fulfil(a).contains("failed invalid-action b"))
        #expect(world.refusal { try $0.request((c, .setGroup(with: b))) } == .limitsExceeded)
        #expect(world.refusal { try $0.exists(d) { $0.group = GroupID(b) } } == .limitsExceeded)
    }

    @Test mutating func `A call that is found in a group during a split stays outside the group`() throws {
        try world.exists(c) {
            $0.state = .held
            $0.group = GroupID(b)
        }
        try world.reportEnded(a, .remoteEnded)
        try world.request((b, .setGroup(with: nil)))
        try world.exists(d) { $0.group = GroupID(b) }
        #expect(world[d]?.group == GroupID(d))
        try world.fulfil(b)
        #expect(world.domain.occupancy.occupants == [b])
    }

    @Test mutating func `A found call counts as a new group unless it names an existing group`() throws {
        #expect(world.refusal { try $0.exists(c) { $0.group = GroupID(d) } } == .incomingMaximumCallGroupsReached)
        try merge()
        try world.exists(c) { $0.group = GroupID(b) }
        #expect(world[c]?.group == GroupID(a))
    }

    @Test mutating func `A split counts as one more group`() throws {
        try merge()
        try world.ring(c)
        #expect(world.refusal { try $0.request((b, .setGroup(with: nil))) } == .requestMaximumCallGroupsReached)
    }

    @Test mutating func `A split fails if another group has come meanwhile`() throws {
        try merge()
        try world.hold(a)
        try world.request((b, .setGroup(with: nil)))
        try world.ring(c)
        #expect(try world.fulfil(a).contains("failed maximum-call-groups-reached b"))
    }

    /// Both calls are in the group of `a`, and active.
    private mutating func merge() throws {
        try world.request((b, .setGroup(with: a)))
        try world.fulfil(b)
        try world.fulfil(a)
    }
}

/// Existing calls that an app reports, and the groups that it reports for them.
struct FoundGroupsTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `A new call does not join a found group of the same name`() throws {
        try world.exists(c) { $0.group = GroupID(d) }
        try world.ring(d)
        #expect(world[c]?.group == GroupID(c))
        #expect(world[d]?.group == GroupID(d))
    }

    @Test mutating func `The calls of a group may be found in any order`() throws {
        try world.exists(c) { $0.group = GroupID(d) }
        try world.exists(d) { $0.group = GroupID(d) }
        #expect(world[d]?.group == world[c]?.group)
        #expect(world.domain.audio.owner?.calls == [c, d])
    }

    @Test mutating func `A found call cannot be in a group of another app`() throws {
        try world.exists(c)
        try world.exists(d, at: "q") { $0.group = GroupID(c) }
        #expect(world[d]?.group == GroupID(d))
    }
}
