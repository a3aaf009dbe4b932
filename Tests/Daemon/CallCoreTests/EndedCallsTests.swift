// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// The ended calls that the directory takes for the user's history. `p` and `q` are apps, `m` is a modem, and `z.Box`
/// is an app in a sandbox.
struct EndedCallsTests {
    private var world: World

    init() throws {
        var limits = Limits()
        limits.refusedCallsPerApp = 2
        limits.endedStories = 4
        limits.endedCalls = 5
        world = try World(limits: limits, cellular: ["m": 1000], providers: ["p", "q"])
        try world.register("z.Box", from: .sandboxed("z.Box"))
        try world.register("m", from: .sandboxed("m"))
        try world.directory()
    }

    private func calls(after number: UInt64 = 0) throws -> [EndedCall] {
        try world.domain.endedCalls(after: number, for: .app("directory")).map(\.ended)
    }

    private func numbers(after number: UInt64 = 0) throws -> [Int] {
        try world.domain.endedCalls(after: number, for: .app("directory")).map(\.number)
    }

    private func refusal(of caller: Caller) -> CallError.Code? {
        do throws(CallError) {
            _ = try world.domain.endedCalls(after: 0, for: caller)
            return nil
        } catch { return error.code }
    }

    /// The call is reported, and the directory rejects it.
    private mutating func reject(_ call: CallID, at provider: String, by filter: CallFilter = .blockList) throws {
        try world.ring(call, at: provider)
        try world.decide(call, .reject, by: filter)
    }

    private mutating func miss(_ call: CallID, at provider: String = "p") throws {
        try world.ring(call, at: provider)
        try world.decide(call, .allow)
        try world.reportEnded(call, .unanswered)
    }

    private func id(_ number: Int) -> CallID { CallID(high: 1, low: UInt64(number)) }

    // MARK: The directory takes them

    @Test mutating func `The directory takes the calls that ended after the last one that it has`() throws {
        for call in [a, b, c] { try miss(call) }
        #expect(try calls().map(\.call.id) == [a, b, c])
        #expect(try numbers() == [1, 2, 3])
        #expect(try calls(after: 2).map(\.call.id) == [c])
        #expect(try calls(after: 3).isEmpty && calls(after: .max).isEmpty)
        for number in 1...4 { try miss(id(number)) }
        #expect(try numbers() == [3, 4, 5, 6, 7])
    }

    @Test mutating func `Only the directory takes the ended calls`() throws {
        #expect(refusal(of: .app("p")) == .noDirectory)
        #expect(refusal(of: .app("directory")) == nil)
        try world.handle(.clientLost(Client(name: "directory")))
        #expect(refusal(of: .app("directory")) == .noDirectory)
    }

    @Test mutating func `The directory hears once of the calls that end at the same time`() throws {
        try world.ring(a)
        try world.decide(a, .allow)
        try world.ring(b)
        #expect(try world.lose("p").filter { $0.contains("hears") } == ["directory hears of 2 ended"])
        #expect(try calls().allSatisfy { $0.story.provider == "p" && $0.call.reason == .providerLost })
        try world.ring(c, at: "q")
        #expect(
            try world.decide(c, .reject) == [
                "c is refused: IncomingCall.FilteredByBlockList", "directory hears of 3 ended",
            ])
    }

    @Test mutating func `A directory that registers later takes the calls that ended before`() throws {
        try world.handle(.clientLost(Client(name: "directory")))
        try world.ring(a)
        #expect(try !world.reportEnded(a).contains { $0.contains("hears") })
        try world.directory()
        #expect(try calls().map(\.call.id) == [a])
    }

    @Test mutating func `After a restart the directory hears again of the calls that ended`() throws {
        let restart = Event.restarted(Restart(pending: [], firstMayBeDone: false, overdue: []))
        #expect(try world.handle(restart) == [])
        try miss(a)
        #expect(try world.handle(restart) == ["directory hears of 1 ended"])
    }

    @Test mutating func `The numbers of ended calls go on in a reduced state`() throws {
        for call in [a, b] { try miss(call) }
        var domain = world.domain.reduced(seed: 2, at: 1).domain
        let directory = Caller.app("directory")
        #expect(try domain.endedCalls(after: 0, for: directory).isEmpty)
        var records: [RecordKey: StateReader] = [:]
        for key in domain.recordKeys {
            var writer = StateWriter()
            if domain.write(key, to: &writer) { records[key] = StateReader(writer.bytes) }
        }
        domain = try Domain(restoring: records, policy: domain.policy)
        _ = try domain.handle(
            .command(.reportExisting(provider: "q", c, ExistingCall()), from: .app("q")), at: 2)
        _ = try domain.handle(.command(.reportEnded(c, at: 0, .remoteEnded), from: .app("q")), at: 3)
        #expect(try domain.endedCalls(after: 2, for: directory).map(\.number) == [3])
    }

    @Test mutating func `The ends of two calls with the same id are both remembered`() throws {
        try world.configure("q") { $0.includesCallsInRecents = false }
        try miss(a)
        try miss(b)
        // The registry forgets that the id of the first call is used, and still remembers the call.
        for number in 1...4 { try miss(id(number), at: "q") }
        try miss(a)
        #expect(try calls().map(\.call.id) == [a, b, a])
        #expect(try numbers() == [1, 2, 3])
    }

    // MARK: Calls that do not belong in the list of recent calls

    @Test mutating func `A call that does not belong in the recent calls is forgotten when it ends`() throws {
        try world.configure("p") { $0.includesCallsInRecents = false }
        try miss(a)
        try reject(b, at: "p")
        try world.ring(c)
        try world.reportEnded(c, .unanswered)
        try world.ring(d)
        try world.decide(d, .allow)
        try world.ring(e)
        #expect(try !world.lose("p").contains { $0.contains("hears") })
        #expect(try calls().isEmpty && world.domain.stories.live.isEmpty)
        for call in [a, b, c, d, e] { #expect(world.domain.endedCall(call) == nil && world.domain.calls.isKnown(call)) }
    }

    @Test mutating func `The configuration at the end of a call decides whether it is remembered`() throws {
        try world.configure("p") { $0.includesCallsInRecents = false }
        try world.ring(a)
        try world.decide(a, .allow)
        try world.configure("p") { $0.includesCallsInRecents = true }
        try world.reportEnded(a)
        #expect(try calls().map(\.call.id) == [a])
    }

    @Test(arguments: [true, false])
    mutating func `What an app says of one call comes before what it says of all its calls`(includes: Bool) throws {
        try world.configure("p") { $0.includesCallsInRecents = !includes }
        for (call, isRejected) in [(a, false), (b, true)] {
            try world.ring(call) { $0.includesInRecents = includes }
            try world.decide(call, isRejected ? .reject : .allow)
        }
        #expect(world[a]?.isInRecents == includes)
        try world.configure("p") { $0.includesCallsInRecents = !includes }
        try world.reportEnded(a)
        try world.exists(c) { $0.update.includesInRecents = includes }
        try world.lose("p")
        #expect(try Set(calls().map(\.call.id)) == (includes ? [a, b, c] : []))
    }

    @Test mutating func `The last report before the end of a call decides whether it is remembered`() throws {
        for (call, includes) in [(a, true), (b, false)] {
            try world.ring(call) { $0.includesInRecents = !includes }
            try world.decide(call, .allow)
            try world.update(call) { $0.includesInRecents = includes }
            try world.update(call) { $0.hasVideo = true }
            try world.reportEnded(call)
        }
        try world.ring(c)
        try world.update(c) { $0.includesInRecents = false }
        try world.decide(c, .reject)
        #expect(try calls().map(\.call.id) == [a])
    }

    @Test mutating func `A changed configuration is announced as a change of the calls that follow it`() throws {
        for (call, includes) in [(a, Bool?.none), (b, true)] {
            try world.ring(call) { $0.includesInRecents = includes }
            try world.decide(call, .allow)
        }
        try world.configure("p") { $0.includesCallsInRecents = false }
        let changed = world.effects.compactMap { effect in
            if case .callChanged(let before, let after) = effect, before.isInRecents, !after.isInRecents {
                after.id
            } else {
                nil
            }
        }
        #expect(changed == [a])
    }

    @Test mutating func `A lost call that comes back belongs in the recent calls as it is reported then`() throws {
        try world.ring(a) { $0.includesInRecents = true }
        try world.decide(a, .allow)
        try world.lose("p")
        #expect(try calls().map(\.call.id) == [a])
        try world.register("p") { $0.includesCallsInRecents = false }
        try world.exists(a)
        #expect(world[a]?.isInRecents == false)
        try world.reportEnded(a)
        #expect(try calls().isEmpty)
    }

    @Test mutating func `A repeated report of a refused call that is not remembered is refused again`() throws {
        try world.configure("p") { $0.includesCallsInRecents = false }
        try reject(a, at: "p")
        try world.ring(a)
        guard case .filtered(let error) = world.answer else { return #expect(Bool(false), "\(world.answer)") }
        #expect(error.code == .filteredByBlockList)
    }

    // MARK: The share of an app in a sandbox

    @Test(arguments: [true, false])
    mutating func `Beyond the share of a sandboxed app a rejected call rings silently`(isInRecents: Bool) throws {
        try world.configure("z.Box") { $0.includesCallsInRecents = isInRecents }
        try reject(a, at: "z.Box")
        try reject(b, at: "z.Box", by: .screener)
        #expect(world.state(a) == nil && world.state(b) == nil)
        try reject(c, at: "z.Box")
        #expect(world[c]?.silenced == true && world.domain.audio.alert == .silent)
        try reject(d, at: "p")
        #expect(world.state(d) == nil)
        // Other calls end, and the refusals are no longer among the last ones.
        try world.reportEnded(c, .unanswered)
        try miss(id(1))
        try reject(e, at: "z.Box")
        #expect(world.state(e) == nil)
    }

    @Test mutating func `A call that is silenced beyond the share of its app does not pass do-not-disturb`() throws {
        for call in [a, b] { try reject(call, at: "z.Box") }
        try world.shell { $0.doNotDisturb = true }
        try reject(c, at: "z.Box")
        #expect(world.state(c) == nil && world.domain.endedCall(c)?.call.filteredBy == .doNotDisturb)
    }

    @Test mutating func `The refusals of do-not-disturb do not count as refusals of the directory`() throws {
        try world.shell { $0.doNotDisturb = true }
        for call in [a, b] {
            try world.ring(call, at: "z.Box")
            try world.decide(call, .allow)
        }
        try world.shell { $0.doNotDisturb = false }
        try reject(c, at: "z.Box")
        #expect(world.state(c) == nil)
        #expect(world.domain.endedCall(c)?.call.filteredBy == .blockList)
    }

    @Test mutating func `A modem and a program outside a sandbox have no share`() throws {
        for number in 1...4 { try reject(id(number), at: "p") }
        for number in 5...8 { try reject(id(number), at: "m") }
        #expect(world.domain.calls.isEmpty)
        #expect(try calls().count == 5)
    }
}
