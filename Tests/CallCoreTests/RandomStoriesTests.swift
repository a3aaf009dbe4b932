// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

@Suite("Random stories")
struct RandomStoriesTests {
    @Test("make no app, no shell and no invariant object, and always come to rest", arguments: 0..<300)
    func stories(seed: Int) {
        var story = Story(seed: UInt64(seed))
        do {
            for _ in 0..<200 { try story.tell() }
            try story.finish()
        } catch {
            Issue.record("seed \(seed): \(error)\n\(story.text.joined(separator: "\n"))")
        }
    }

    @Test("are the same for the same seed")
    func replay() throws {
        var first = Story(seed: 7)
        var second = Story(seed: 7)
        for _ in 0..<200 {
            try first.tell()
            try second.tell()
        }
        #expect(first.text == second.text)
    }
}

/// Three apps on two connections, a user, two shells, and everything that can go wrong.
private struct Story {
    var text: [String] = []
    private var dice: Dice
    private var world: World
    private var lastCall: UInt64 = 0
    private var lastName: UInt64 = 0
    private var lastRequest: Request?
    private static let apps = ["p", "q", "r"]
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        dice = Dice(state: seed)
        // In every other story one app is a modem.
        let cellular: [String: UInt32] = seed % 2 == 1 ? ["r": 1000] : [:]
        do { world = try World(cellular: cellular, providers: []) } catch {
            fatalError("an empty world objects: \(error)")
        }
    }

    private static func connection(of app: String) -> Caller { .app(app == "r" ? "two" : "one") }

    /// One event. A refusal is no objection, but must not have changed anything.
    mutating func tell() throws {
        let missing = Self.apps.filter { app in world.domain.providers.values.allSatisfy { $0.identifier != app } }
        for app in missing {
            let holdsImplicitly = seed % 4 > 1
            try step("register \(app)") {
                try $0.register(app, from: Self.connection(of: app)) {
                    $0.maximumCallGroups = 3
                    $0.maximumCallsPerCallGroup = 3
                    $0.holdsImplicitly = holdsImplicitly && app == "r"
                }
            }
        }
        switch dice.roll(100) {
        case 0..<14: try appear()
        case 14..<54: try ask()
        case 54..<80: try complete()
        case 80..<95: try report()
        case 95..<99: try disturb()
        default: try lose()
        }
    }

    /// Every deadline passes: whatever was accepted must end, and the domain must be at rest.
    mutating func finish() throws {
        var rounds = 0
        while let timer = world.model.timers.min(by: { "\($0)" < "\($1)" }) {
            world.model.timers.remove(timer)
            try step("fire \(timer)") { try $0.handle(.timerFired(timer)) }
            rounds += 1
            if rounds > 10_000 { throw Model.Objection("never comes to rest") }
        }
        try world.domain.checkRest()
        guard world.model.promises == 0 else { throw Model.Objection("a transaction is never completed") }
    }

    private mutating func step(_ name: String, _ change: (inout World) throws -> [String]) throws {
        text.append("> \(name)")
        let before = Visible(world.domain)
        do {
            text += try change(&world).map { "    \($0)" }
        } catch let refusal as CallError {
            text.append("    \(refusal.code.rawValue)")
            guard Visible(world.domain) == before else { throw Model.Objection("a refused command changed something") }
        }
    }

    private var calls: [CallID] { world.domain.calls.keys.sorted { $0.description < $1.description } }

    private mutating func anyCall() -> CallID { dice.pick(calls) ?? a }

    private mutating func appear() throws {
        guard calls.count < 6, let app = dice.pick(Self.apps) else { return }
        lastCall += 1
        let call = CallID(high: 0, low: lastCall)
        let canHold = !dice.chance(5)
        let isEmergency = app == "r" && dice.chance(5) ? true : nil
        switch dice.roll(7) {
        case 0..<3:
            try step("ring \(call.name) at \(app)") {
                try $0.ring(call, at: app) {
                    $0.supportsHolding = canHold
                    $0.emergency = isEmergency
                }
            }
        case 3..<6:
            try step("start \(call.name) at \(app)\(isEmergency == true ? " in an emergency" : "")") {
                try $0.request((call, .start(at: app, emergency: isEmergency == true)))
            }
        default:
            var state = ExistingCall()
            state.state = dice.pick([.incoming, .dialing, .connecting, .active, .held]) ?? .active
            state.outgoing = state.state == .dialing || state.state == .connecting
            state.group = dice.chance(3) ? dice.pick(calls).flatMap { world[$0]?.group } : nil
            // A call that is there, or one that may be found next.
            state.heldFor = dice.chance(2) ? dice.pick(calls) ?? CallID(high: 0, low: lastCall + 1) : nil
            state.update.supportsHolding = canHold
            state.update.emergency = isEmergency
            let found = state
            try step("find \(call.name) \(state.state) at \(app) in \(state.group?.name ?? "no group")") {
                try $0.exists(call, at: app) { $0 = found }
            }
        }
    }

    private mutating func ask() throws {
        var items: [Request.Item] = []
        for _ in 0..<(dice.chance(4) ? 2 + dice.roll(2) : 1) { items.append(item()) }
        var request = Request(items)
        if dice.chance(3) { name(&request) }
        let asked = dice.chance(20) ? lastRequest ?? request : request
        lastRequest = asked
        let asker = dice.chance(3) ? Self.connection(of: "p") : Caller.user
        let names = items.map { Action(id: ActionID(high: 0, low: 0), call: $0.call, kind: $0.kind, isInserted: false) }
        try step("ask: " + names.map(\.words).joined(separator: ", ")) {
            try $0.command(.request(asked), from: asker)
        }
    }

    /// Mostly under new ids, sometimes under ones that were used lately.
    private mutating func name(_ request: inout Request) {
        request.transaction = TransactionID(high: 1, low: newName())
        for place in request.items.indices { request.items[place].identifier = ActionID(high: 1, low: newName()) }
    }

    private mutating func newName() -> UInt64 {
        if dice.chance(20) { return lastName - min(lastName, UInt64(dice.roll(20))) }
        lastName += 1
        return lastName
    }

    /// Mostly what makes sense, sometimes anything.
    private mutating func item() -> Request.Item {
        let call = anyCall()
        let word = dice.chance(6) ? nil : world[call].flatMap { dice.pick($0.allowedActions) }
        switch word ?? dice.pick(ActionWord.allCases) ?? .endCall {
        case .startCall:
            lastCall += 1
            let app = dice.pick(Self.apps) ?? "p"
            return Request.Item(call: CallID(high: 0, low: lastCall), kind: .start(at: app))
        case .answerCall: return Request.Item(call: call, kind: .answer)
        case .endCall: return Request.Item(call: call, kind: dice.chance(2) ? .end : .setMuted(true))
        case .setHeld:
            let held = dice.chance(8) ? world[call]?.onHold == true : world[call]?.onHold != true
            return Request.Item(call: call, kind: .setHeld(held))
        case .setMuted: return Request.Item(call: call, kind: .setMuted(dice.chance(2)))
        case .setGroup: return Request.Item(call: call, kind: .setGroup(with: dice.chance(3) ? nil : anyCall()))
        case .playDTMF: return Request.Item(call: call, kind: .playDTMF(digits: "1", .singleTone))
        }
    }

    /// An app does what it was told, or cannot, or sleeps; now and then it is early, late, or does it twice.
    private mutating func complete() throws {
        if dice.chance(12), let past = dice.pick(world.model.past) {
            return try step("complete late, of \(past.call.name)") {
                let outcome = try $0.complete(past.action, .fulfilled(at: 0), at: past.call)
                throw Model.Objection("a late completion counts: \(outcome)")
            }
        }
        guard let task = dice.pick(world.model.tasks) else { return }
        let call = task.action.call
        // An app that says it has held, and is then told to resume, makes a sound that it has denied: not the registry's fault.
        if dice.chance(8), let early = task.announced.last, early.id != task.action.id, early.kind != .setHeld(true) {
            return try step("fulfil early: \(early.words)") {
                try $0.complete(early.id, .fulfilled(at: 0), at: early.call)
            }
        }
        switch dice.roll(10) {
        case 0..<7:
            try step("fulfil: \(task.action.words)") { try $0.complete(task.action.id, .fulfilled(at: 0), at: call) }
        case 7: try step("refuse: \(task.action.words)") { try $0.complete(task.action.id, .failed, at: call) }
        default:
            world.model.timers.remove(.action(task.action.id))
            try step("miss: \(task.action.words)") { try $0.handle(.timerFired(.action(task.action.id))) }
        }
    }

    private mutating func report() throws {
        let call = anyCall()
        switch dice.roll(7) {
        case 6:
            let onHold = dice.chance(2)
            try step("\(call.name) is on hold: \(onHold)") {
                let talks = $0[call]?.state == .active || $0[call]?.state == .held
                let words = try $0.update(call) { $0.onHold = onHold }
                if talks { $0.model.willReport(call, onHold: onHold) }
                return words
            }
        case 0..<2:
            let reason = dice.pick([.remoteEnded, .unanswered, .failed]) ?? EndedReason.remoteEnded
            try step("\(call.name) ended: \(reason)") { try $0.reportEnded(call, reason) }
        case 2: try step("\(call.name) connects") { try $0.reportConnecting(call) }
        case 3: try step("\(call.name) connected") { try $0.reportConnected(call) }
        case 4:
            let canHold = dice.chance(2)
            try step("\(call.name) can hold: \(canHold)") { try $0.update(call) { $0.supportsHolding = canHold } }
        default:
            let timers = calls.flatMap { [TimerKey.ring($0), .connect($0)] }.filter(world.model.timers.contains)
            guard let timer = dice.pick(timers) else { return }
            world.model.timers.remove(timer)
            try step("too long: \(timer)") { try $0.handle(.timerFired(timer)) }
        }
    }

    private mutating func disturb() throws {
        let isOn = dice.chance(4)
        let number = dice.roll(2)
        switch dice.roll(3) {
        case 0: try step("shell \(number)") { try $0.shell("shell \(number)") { $0.doNotDisturb = isOn } }
        case 1: try step("lose shell \(number)") { try $0.handle(.clientLost(Client(name: "shell \(number)"))) }
        default: try step("silence") { try $0.command(.silence(nil), from: .user) }
        }
    }

    private mutating func lose() throws {
        let app = dice.pick(Self.apps) ?? "p"
        if dice.chance(2) {
            try step("lose the connection of \(app)") { try $0.lose(app) }
        } else {
            try step("invalidate \(app)") {
                try $0.command(.invalidate(identifier: app), from: Self.connection(of: app))
            }
        }
    }
}

/// SplitMix64: the same rolls for the same seed, everywhere.
private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(sides))
    }

    /// True once in so many times.
    mutating func chance(_ sides: Int) -> Bool { roll(sides) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[roll(elements.count)]
    }
}
