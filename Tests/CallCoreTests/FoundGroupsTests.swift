// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// Calls that an app was found with, and the group that it says they are in.
struct FoundGroupsTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `a new call is in no group of its name that was found without it`() throws {
        try world.exists(c) { $0.group = GroupID(d) }
        try world.ring(d)
        #expect(world[c]?.group == GroupID(c))
        #expect(world[d]?.group == GroupID(d))
    }

    @Test mutating func `calls of one group may be found in any order`() throws {
        try world.exists(c) { $0.group = GroupID(d) }
        try world.exists(d) { $0.group = GroupID(d) }
        #expect(world[d]?.group == world[c]?.group)
        #expect(world.domain.audio.owner?.calls == [c, d])
    }

    @Test mutating func `nobody is found in a group of another app`() throws {
        try world.exists(c)
        try world.exists(d, at: "q") { $0.group = GroupID(c) }
        #expect(world[d]?.group == GroupID(d))
    }
}
