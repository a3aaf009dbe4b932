// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore
@testable import StateSpace

/// Calls that their apps cannot mute, and a shell that mutes their streams.
struct ShellMutesTests {
    var world: World

    init() throws {
        world = try World(cellular: ["m": 1000], providers: ["p", "m"])
        try world.shell { $0.mutesStreams = true }
        try world.talk(a)
        try world.update(a) { ($0.supportsMuting, $0.streamProcess) = (false, 42) }
    }

    private mutating func tell(_ mutesStreams: Bool) throws {
        var update = ShellUpdate()
        update.mutesStreams = mutesStreams
        try world.command(.setShellState(update), from: .app("shell"))
    }

    @Test mutating func `The registry mutes such a call at once, and its app is told nothing`() throws {
        #expect(world[a]?.allowedActions.contains(.setMuted) == true)
        #expect(try world.request((a, .setMuted(true))) == ["a is active", "done"])
        #expect(world[a]?.muted == true && world[a]?.pending.isEmpty == true)
        #expect(try world.request((a, .setMuted(false))) == ["a is active", "done"])
        #expect(world[a]?.muted == false)
    }

    @Test mutating func `A call that its app can mute is still muted by its app`() throws {
        try world.update(a) { $0.supportsMuting = true }
        #expect(try world.request((a, .setMuted(true))) == ["p must mute a", "a is active"])
    }

    @Test mutating func `A shell mutes no call whose process it does not know`() throws {
        try world.request((a, .setMuted(true)))
        try world.update(a) { $0.streamProcess = 0 }
        #expect(world[a]?.muted == false && world[a]?.allowedActions.contains(.setMuted) == false)
        #expect(world.refusal { try $0.request((a, .setMuted(true))) } == .invalidAction)
    }

    /// An active call of the modem `m`, which can mute nothing and has no process.
    private mutating func talkAtModem() throws {
        try world.end(a)
        try world.fulfil(a)
        try world.talk(b, at: "m")
        try world.update(b) { $0.supportsMuting = false }
    }

    @Test mutating func `A shell mutes the call of a modem, which names no process`() throws {
        try talkAtModem()
        #expect(world[b]?.allowedActions.contains(.setMuted) == true)
        #expect(try world.request((b, .setMuted(true))) == ["b is active", "done"])
        #expect(world[b]?.muted == true)
        try tell(false)
        #expect(world[b]?.muted == false && world[b]?.allowedActions.contains(.setMuted) == false)
        #expect(world.refusal { try $0.request((b, .setMuted(true))) } == .invalidAction)
    }

    @Test mutating func `A shell mutes the call of a phone that the user's program drives, which names no process`()
        throws
    {
        try world.end(a)
        try world.fulfil(a)
        try world.register("phone") { $0.holdsImplicitly = true }
        try world.talk(b, at: "phone")
        try world.update(b) { $0.supportsMuting = false }
        #expect(try world.request((b, .setMuted(true))) == ["b is active", "done"])
        #expect(world[b]?.muted == true)
        try tell(false)
        #expect(world[b]?.muted == false && world[b]?.allowedActions.contains(.setMuted) == false)
    }

    @Test mutating func `After a restart a shell still mutes the call of a modem`() throws {
        try talkAtModem()
        try world.request((b, .setMuted(true)))
        let records = world.domain.records.mapValues { StateReader($0) }
        let restored = try Domain(restoring: records, policy: world.domain.policy)
        #expect(restored.calls[b]?.muted == true)
        #expect(restored.calls[b]?.allowedActions.contains(.setMuted) == true)
    }

    @Test mutating func `A call is unmuted when no shell enforces its mute any more`() throws {
        try world.request((a, .setMuted(true)))
        try tell(false)
        #expect(world[a]?.muted == false && world[a]?.allowedActions.contains(.setMuted) == false)
        #expect(world.refusal { try $0.request((a, .setMuted(true))) } == .invalidAction)
        try tell(true)
        try world.request((a, .setMuted(true)))
        try world.lose("shell")
        #expect(world[a]?.muted == false)
    }

    @Test mutating func `A mute that its app performs stays when the shell leaves`() throws {
        try world.update(a) { $0.supportsMuting = true }
        try world.request((a, .setMuted(true)))
        try world.fulfil(a)
        try world.lose("shell")
        #expect(world[a]?.muted == true)
    }

    @Test mutating func `A mute stays when another shell that mutes streams becomes the primary one`() throws {
        try world.request((a, .setMuted(true)))
        try world.shell("second") { $0.mutesStreams = true }
        #expect(world[a]?.muted == true)
        try world.shell("third")
        #expect(world[a]?.muted == false)
    }

    @Test mutating func `An app is not told that a mute which the shell performs follows its action`() throws {
        try world.request((a, .setMuted(true)), (a, .setHeld(true)))
        let task = try world.told(a)
        #expect(task.index == 0 && task.count == 1 && task.announced.map(\.kind) == [.setHeld(true)])
        try world.fulfil(a)
        try world.request((a, .setHeld(false)), (a, .setMuted(false)))
        #expect(try world.told(a).announced.map(\.kind) == [.setHeld(false)])
        #expect(try world.fulfil(a).contains("done"))
        #expect(world[a]?.muted == false)
    }

    @Test mutating func `A mute that the shell performs does not make an app responsive`() throws {
        try world.hold(a)
        try world.miss(a)
        try world.request((a, .setMuted(true)))
        #expect(world.domain.providers.values.first { $0.identifier == "p" }?.isUnresponsive == true)
    }

    @Test mutating func `Only an app outside of a sandbox names the process of streams`() throws {
        try world.update(a) { $0.streamProcess = 42 }
        #expect(world[a]?.streamProcess == 42)
        try world.update(a) { $0.streamProcess = 0 }
        #expect(world[a]?.streamProcess == 0)
        try world.register("s", from: .sandboxed("s"))
        #expect(world.refusal { try $0.ring(b, at: "s") { $0.streamProcess = 42 } } == .accessDenied)
    }
}
