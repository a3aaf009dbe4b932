// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// When the UUID of a call is free again.
struct FormerCallsTests {
    private var world: World

    init() throws { world = try World() }

    private static let moment: UInt64 = 5_000_000
    private static let momentAfterRestart: UInt64 = 60_000_000

    /// Whether a provider may report a new call with the id after so many microseconds.
    private func isFree(after duration: UInt64, at provider: String = "p", _ call: CallID = a) -> Bool {
        var world = world
        world.now += duration - 1
        return (try? world.ring(call, at: provider)) != nil
    }

    /// The app `p` crashes and starts again.
    private mutating func crash() throws {
        try world.lose("p")
        try world.register("p")
    }

    @Test mutating func `A call that rang when its app crashed rings again`() throws {
        try world.ring(a)
        try crash()
        #expect(world.domain.endedCall(a) != nil)
        #expect(try world.ring(a) == ["+a incoming"])
        #expect(world[a]?.silenced == false && world.domain.endedCall(a) == nil)
        try world.answer(a)
        #expect(try world.fulfil(a).contains("a is active"))
        try world.reportEnded(a)
        // Not the end of the call that was lost.
        #expect(!isFree(after: Self.moment - 1) && isFree(after: Self.moment))
    }

    @Test mutating func `A call that was dialed when its app crashed may be dialed again`() throws {
        try world.start(a)
        try world.fulfil(a)
        try crash()
        try world.start(a)
        #expect(world.state(a) == .dialing)
    }

    @Test(arguments: [false, true])
    mutating func `The id of a call that had connected is free some seconds after its end`(isLost: Bool) throws {
        try world.talk(a)
        if isLost { try crash() } else { try world.reportEnded(a) }
        let steps: UInt64 = isLost ? 1 : 0
        #expect(!isFree(after: 1) && !isFree(after: Self.moment - steps - 1) && isFree(after: Self.moment - steps))
    }

    @Test mutating func `An id is free after the date was set back`() throws {
        world.now = 10 * Self.moment
        try world.talk(a)
        try world.reportEnded(a)
        world.now -= 2 * Self.moment
        #expect(isFree(after: 1))
    }

    @Test mutating func `Another app never gets the id, and neither does the same identifier outside its sandbox`()
        throws
    {
        try world.register("z.Box", from: .sandboxed("z.Box"))
        try world.ring(a, at: "z.Box")
        try world.lose("z.Box")
        try world.register("z.Box", from: .app("thief"))
        for app in ["p", "z.Box"] { #expect(!isFree(after: Self.momentAfterRestart, at: app)) }
        try world.lose("z.Box")
        try world.register("z.Box", from: .sandboxed("z.Box"))
        #expect(isFree(after: 1, at: "z.Box"))
    }

    @Test mutating func `The id of a refused call stays used`() throws {
        try world.shell { $0.doNotDisturb = true }
        try world.ring(a)
        try world.shell { $0.doNotDisturb = false }
        try crash()
        #expect(!isFree(after: Self.momentAfterRestart))
    }

    @Test mutating func `After a restart of the service the ids from before stay used for a minute`() throws {
        try world.ring(a)
        try crash()
        world.now += Self.moment
        try world.handle(.restarted(Restart(pending: [], firstMayBeDone: false, overdue: [])))
        #expect(!isFree(after: Self.momentAfterRestart - 1) && isFree(after: Self.momentAfterRestart))
        // Calls that end now follow the usual rule.
        try world.ring(b)
        try crash()
        #expect(isFree(after: 1, b))
    }

    @Test mutating func `A call that follows with the same id has an end of its own`() throws {
        try world.directory()
        for _ in 1...2 {
            try world.ring(a)
            try world.decide(a, .allow)
            try world.reportEnded(a)
            world.now += Self.moment
        }
        let ended = try world.domain.endedCalls(after: 0, for: .app("directory"))
        #expect(ended.map(\.ended.call.id) == [a, a] && ended.map(\.number) == [1, 2])
        #expect(world.domain.endedCall(a) == ended.last?.ended)
    }
}
