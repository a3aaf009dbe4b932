// SPDX-License-Identifier: MIT

internal import BusTesting

@testable import CallCore

/// Makes a story up: the cast does things by itself, and reacts to what it hears, each over a connection of its own
/// delays. What it does is written down, so that it can be told again.
final class Improviser {
    /// What has reached the service so far.
    private(set) var inputs: [Input] = []
    /// Whether they are kept.
    var isRecording = true
    /// How many of a hundred things that happen are requests.
    var asks = 44

    private let stage: Stage
    private var dice: Dice
    private var agenda = Agenda<Plan>()
    private var temperaments: [String: Temperament] = [:]
    private var lastCall = 0
    /// When the last message of each client reached the service, and the last one of the service the client.
    private var lastSent: [Int: UInt64] = [:]
    private var lastHeard: [Int: UInt64] = [:]
    /// How often a client has left: what it had in mind then is forgotten.
    private var lives: [Int: Int] = [:]

    private enum Plan {
        /// A client decides something; it will then take its way to the service.
        case decide(client: Int, life: Int, Deed)
        /// It reaches the service.
        case arrive(Input)
    }

    init(stage: Stage, seed: UInt64) {
        self.stage = stage
        dice = Dice(seed: seed)
        for (_, app) in Cast.apps {
            temperaments[app] = dice.chance(3) ? .prompt : dice.pick(Temperament.allCases)
        }
        stage.onMessage = { [unowned self] message, client in react(to: message, client) }
    }

    /// Everybody comes.
    func begin() throws(Violation) {
        for client in [Cast.watcher, Cast.stranger] { decide(client, .look) }
        decide(Cast.watcher, .lookAtAudio)
        for (client, app) in Cast.apps { decide(client, registration(of: app)) }
    }

    /// So many things happen, and what comes of them meanwhile.
    func improvise(events: Int) throws(Violation) {
        for _ in 0..<events {
            let time = stage.clock.now + pause()
            while let due = agenda.nextTime, due < time { try proceed(to: due) }
            try stage.advance(to: time)
            happen()
        }
    }

    /// Nothing happens any more but what comes of it.
    func rest() throws(Violation) {
        while let due = agenda.nextTime { try proceed(to: due) }
    }

    private func proceed(to time: UInt64) throws(Violation) {
        try stage.advance(to: time)
        var batch: [Input] = []
        while agenda.nextTime == time, let plan = agenda.take() {
            switch plan {
            case .decide(let client, let life, let deed):
                if life == lives[client, default: 0] { send(deed, from: client) }
            case .arrive(let input): batch.append(input)
            }
        }
        guard !batch.isEmpty else { return }
        if isRecording { inputs += batch }
        try stage.perform(batch)
    }

    /// What is sent arrives after what was sent before, and at a time that nobody knows.
    private func send(_ deed: Deed, from client: Int) {
        if case .leave = deed { lives[client, default: 0] += 1 }
        let time = max(lastSent[client, default: 0], stage.clock.now + 1 + delay())
        lastSent[client] = time
        agenda.put(.arrive(Input(time: time - VirtualClock.beginning, client: client, deed: deed)), at: time)
    }

    private func decide(_ client: Int, _ deed: Deed, after time: UInt64 = 0) {
        agenda.put(
            .decide(client: client, life: lives[client, default: 0], deed), at: stage.clock.now + 1 + time)
    }

    /// Between two things that happen, in µs: often next to nothing, sometimes long.
    private func pause() -> UInt64 {
        switch dice.roll(20) {
        case 0..<7: dice.roll(0...3) * 500
        case 7..<13: dice.roll(1_000...300_000)
        case 13..<19: dice.roll(300_000...4_000_000)
        default: dice.roll(4_000_000...90_000_000)
        }
    }

    /// On the way between a client and the service. Equal ones make messages arrive together.
    private func delay() -> UInt64 {
        switch dice.roll(4) {
        case 0, 1: dice.roll(0...3) * 500
        case 2: dice.roll(0...20_000)
        default: dice.roll(0...500_000)
        }
    }

    // MARK: By themselves

    private func registration(of app: String) -> Deed {
        .register(app: app, groups: 1 + dice.roll(3), holdsImplicitly: app == "s" && dice.chance(2))
    }

    private func happen() {
        let missing = Cast.apps.filter { !stage.providers.contains($0.app) }
        if let (client, app) = dice.pick(missing), dice.chance(3) { return decide(client, registration(of: app)) }
        if dice.roll(100) < asks { return stage.calls.isEmpty ? appear() : ask() }
        switch dice.roll(56) {
        case 0..<16: appear()
        case 16..<32: report()
        case 32..<40: disturb()
        case 40..<48: look()
        case 48..<51: nonsense()
        case 51..<53: leave(dice.pick(Cast.all) ?? 0)
        default:
            guard let (client, app) = dice.pick(Cast.apps) else { return }
            decide(client, dice.chance(2) ? .invalidate(app: app) : .configure(app: app, groups: 1 + dice.roll(3)))
        }
    }

    private func anyCall() -> Int {
        dice.chance(12) ? 1 + dice.roll(lastCall + 1) : dice.pick(stage.calls)?.number ?? 1
    }

    private func app(of call: Int) -> String {
        dice.pick(Cast.apps)?.app ?? "p"
    }

    /// The connection whose app has that call; sometimes another one.
    private func owner(of call: Int) -> Int {
        let known = stage.owner(of: call).map(Cast.client)
        return dice.chance(12) ? dice.roll(3) : known ?? dice.roll(3)
    }

    private func controller() -> Int { dice.pick([3, 3, 4, 4, 5, 0, 1, 2]) ?? 3 }

    private func newCall() -> Int {
        guard !dice.chance(20) else { return 1 + dice.roll(lastCall + 1) }
        lastCall += 1
        return lastCall
    }

    private func appear() {
        // Two of the apps have most of the calls, so that there are some to be merged.
        guard stage.calls.count < 8, let (client, app) = dice.pick(Cast.apps.prefix(dice.chance(3) ? 4 : 2)) else {
            return
        }
        let call = newCall()
        switch dice.roll(7) {
        case 0..<3: decide(client, .ring(app: app, call: call, canHold: !dice.chance(5)))
        case 3..<6:
            let wish = Deed.Wish(call: call, kind: .start(app: app))
            decide(dice.chance(2) ? client : controller(), .request([wish]))
        default: decide(client, existing(app, call))
        }
    }

    private func existing(_ app: String, _ call: Int) -> Deed {
        let state = dice.pick(["incoming", "dialing", "connecting", "active", "active", "held"]) ?? "active"
        return .exists(app: app, call: call, state: state, group: dice.chance(3) ? anyCall() : nil)
    }

    private func ask() {
        var wishes = [wish()]
        if dice.chance(5) { for _ in 0...dice.roll(2) { wishes.append(wish()) } }
        let deed: Deed = wishes.count == 1 && dice.chance(3) ? .ask(wishes[0]) : .request(wishes)
        decide(controller(), deed)
        // Shells race.
        if dice.chance(6) { decide(controller(), dice.chance(2) ? deed : .request([wish()])) }
    }

    /// Mostly what makes sense, sometimes anything.
    private func wish() -> Deed.Wish {
        let (number, call) = dice.pick(stage.calls).map { ($0.number, $0.call) } ?? (anyCall(), nil)
        var words = dice.chance(6) ? Action.Kind.Word.allCases : call?.allowedActions ?? []
        // It takes two calls of one app that are connected: not to be missed.
        if words.contains(.setGroup), dice.chance(3) { words = [.setGroup] }
        switch dice.pick(words) ?? .endCall {
        case .startCall: return Deed.Wish(call: newCall(), kind: .start(app: app(of: number)))
        case .answerCall: return Deed.Wish(call: number, kind: .answer)
        case .endCall: return Deed.Wish(call: number, kind: dice.chance(2) ? .end : .mute(true))
        case .setHeld: return Deed.Wish(call: number, kind: .hold(dice.chance(8) == (call?.onHold ?? false)))
        case .setMuted: return Deed.Wish(call: number, kind: .mute(dice.chance(2)))
        case .setGroup:
            let sisters = stage.calls.filter { $0.call.provider == call?.provider && $0.number != number }
            let other = dice.chance(4) ? nil : dice.pick(sisters)?.number
            return Deed.Wish(call: number, kind: .group(with: other ?? (dice.chance(4) ? anyCall() : nil)))
        case .playDTMF: return Deed.Wish(call: number, kind: .tones)
        }
    }

    private func report() {
        let call = anyCall()
        let client = owner(of: call)
        switch dice.roll(6) {
        case 0, 1: decide(client, .ended(call: call, reason: endReason()))
        case 2: decide(client, .connecting(call: call))
        case 3: decide(client, .connected(call: call))
        case 4: decide(client, .canHold(call: call, dice.chance(2)))
        default: decide(client, .onHold(call: call, dice.chance(2)))
        }
    }

    private func endReason() -> String {
        dice.pick(["failed", "remote-ended", "unanswered", "answered-elsewhere", "declined-elsewhere"]) ?? "failed"
    }

    private func disturb() {
        let client = dice.pick(Cast.shells) ?? 3
        switch dice.roll(6) {
        case 0, 1: decide(client, .registerShell(doNotDisturb: dice.chance(4)))
        case 2: decide(client, .setShellState(doNotDisturb: dice.chance(3)))
        case 3: decide(client, .silence(call: dice.chance(2) ? nil : anyCall()))
        case 4: decide(client, .setRoute(dice.pick(["speaker", "headset", "", "moon"]) ?? ""))
        default: decide(client, .requestStartCall(app: dice.chance(3) ? "" : app(of: 0)))
        }
    }

    private func look() {
        let client = dice.chance(3) ? dice.pick(Cast.all) ?? 0 : Cast.watcher
        switch dice.roll(8) {
        case 0: decide(client, .subscribe)
        case 1: decide(client, .unsubscribe)
        case 2...4: decide(client, .lookAtAudio)
        default: decide(client, .look)
        }
    }

    private func nonsense() {
        let deeds: [Deed] = [
            .completeUnknown, .request([]), .ended(call: 0, reason: "bored"),
            .exists(app: "p", call: newCall(), state: "ending", group: nil), .invalidate(app: "nobody"),
            .request([wish(), wish(), wish(), wish()]), .ask(wish()), .lookAtAudio,
        ]
        decide(dice.chance(3) ? Cast.stranger : dice.pick(Cast.all) ?? 0, dice.pick(deeds) ?? .look)
    }

    /// A client dies, and may come back.
    private func leave(_ client: Int, _ remembered: [(app: String, call: Int)] = []) {
        send(.leave, from: client)
        guard !dice.chance(4) else { return }
        let time = dice.roll(0...3_000_000)
        for (owner, app) in Cast.apps where owner == client { decide(client, registration(of: app), after: time) }
        for (app, call) in remembered where !dice.chance(4) { decide(client, existing(app, call), after: time) }
    }

    // MARK: Told by the service

    private func react(to message: BusMessage, _ client: Int) {
        guard message.kind == .signal, let member = message.member else { return }
        // In order, as a connection is.
        let way = delay()
        let heard = max(lastHeard[client, default: 0], stage.clock.now + way)
        lastHeard[client] = heard
        let time = heard - stage.clock.now
        if member == "StartCallRequested", !dice.chance(5) {
            let app = message.arguments.first?.string ?? ""
            return decide(client, .request([.init(call: newCall(), kind: .start(app: app))]), after: time)
        }
        guard member.hasPrefix("Perform"), let told = stage.witness.name(of: message.arguments[1].string ?? "") else {
            return
        }
        let app = message.arguments[0].string ?? ""
        let deadline = UInt64(message.details?["Deadline"]?.int ?? 0)
        perform(told, of: app, client, after: time, remaining: deadline - min(deadline, stage.clock.now))
        // Another action of the same transaction, before its turn.
        if dice.chance(12), let last = message.details?["Actions"]?.elements?.last,
            let early = stage.witness.name(of: last["Identifier"]?.string ?? "")
        {
            decide(client, .complete(early, succeeded: !dice.chance(4)), after: time)
        }
    }

    private func perform(
        _ told: Deed.Told, of app: String, _ client: Int, after time: UInt64, remaining: UInt64
    ) {
        // Nobody is always as he is.
        let temperament = dice.chance(8) ? dice.pick(Temperament.allCases) : temperaments[app]
        switch temperament ?? .prompt {
        case .prompt: fulfil(told, client, after: time + dice.roll(0...50_000))
        case .slow: fulfil(told, client, after: time + remaining - min(remaining, dice.roll(0...3_000_000)))
        case .silent: break
        case .late: fulfil(told, client, after: remaining + dice.roll(0...20) * dice.roll(0...100_000))
        case .duplicate:
            for _ in 0..<2 { fulfil(told, client, after: time + dice.roll(0...100_000)) }
            if dice.chance(3) { decide(client, .complete(told, succeeded: false), after: time) }
        case .liar: lie(about: told, client, after: time)
        case .mortal:
            guard dice.chance(3) else { return fulfil(told, client, after: time) }
            if dice.chance(2) { decide(client, .complete(told, succeeded: true)) }
            let known = stage.calls.compactMap { known in
                stage.owner(of: known.number).map { (app: $0, call: dice.chance(2) ? known.number : newCall()) }
            }
            leave(client, known.filter { Cast.client(of: $0.app) == client })
        }
    }

    private func fulfil(_ told: Deed.Told, _ client: Int, after time: UInt64) {
        decide(client, .complete(told, succeeded: true), after: time)
        guard told.action == "start-call" else { return }
        if dice.chance(2) { decide(client, .connecting(call: told.call), after: time + dice.roll(0...500_000)) }
        if !dice.chance(4) { decide(client, .connected(call: told.call), after: time + dice.roll(0...5_000_000)) }
    }

    private func lie(about told: Deed.Told, _ client: Int, after time: UInt64) {
        let wrong = Deed.Told(call: anyCall(), action: told.action, count: 1 + dice.roll(2))
        switch dice.roll(7) {
        case 0, 1: decide(client, .complete(told, succeeded: false), after: time)
        case 2: decide(client, .complete(wrong, succeeded: !dice.chance(3)), after: time)
        case 3: decide(client, .ended(call: told.call, reason: endReason()), after: time)
        case 4: decide(client, .connected(call: anyCall()), after: time)
        case 5: decide(client, .completeUnknown, after: time)
        default: decide(client, .onHold(call: told.call, dice.chance(2)), after: time)
        }
        if dice.chance(2) { fulfil(told, client, after: time + dice.roll(0...1_000_000)) }
    }
}
