// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

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
