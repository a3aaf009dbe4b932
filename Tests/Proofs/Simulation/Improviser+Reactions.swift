// SPDX-License-Identifier: MIT

internal import BusTesting

/// The deeds of the cast in reaction to signals of the service.
extension Improviser {
    func react(to message: BusMessage, _ client: Int) {
        guard message.kind == .signal, let member = message.member else { return }
        // A connection delivers messages in order.
        let way = delay()
        let heard = max(lastHeard[client, default: 0], stage.clock.now + way)
        lastHeard[client] = heard
        let time = heard - stage.clock.now
        if member == "StartCallRequested", !dice.chance(5) {
            let app = message.arguments.first?.string ?? ""
            return decide(client, .request([.init(call: newCall(), kind: .start(app: app))]), after: time)
        }
        if member == "ScreenCall", let call = message.arguments.first?.string.flatMap(CallNumber.parse) {
            return answer(aboutCall: call, client, after: time)
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

    /// The directory usually answers in time, sometimes late, twice or not at all. The app may not wait.
    private func answer(aboutCall call: Int, _ client: Int, after time: UInt64) {
        if !dice.chance(8) { decide(client, .answerScreening(call: call, verdict: verdict()), after: time) }
        if dice.chance(6) {
            decide(client, .answerScreening(call: call, verdict: verdict()), after: dice.roll(0...300_000))
        }
        let app = dice.roll(3)
        if dice.chance(6) { decide(app, .ended(call: call, reason: endReason()), after: dice.roll(0...100_000)) }
        if dice.chance(6), let (owner, identifier) = dice.pick(Cast.apps) {
            let again: Deed =
                dice.chance(2)
                ? .ring(app: identifier, call: call, canHold: true) : existing(identifier, call)
            decide(owner, again, after: dice.roll(0...100_000))
        }
    }

    private func perform(
        _ told: Deed.Told, of app: String, _ client: Int, after time: UInt64, remaining: UInt64
    ) {
        // Sometimes an app does not act in character.
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
        // A fulfilment can be lost. Later reports show that the app has done the action.
        let isLost = dice.chance(10)
        if !isLost { decide(client, .complete(told, succeeded: true), after: time) }
        if isLost, dice.chance(2), let app = stage.owner(of: told.call) {
            decide(client, .exists(app: app, call: told.call, state: "active", group: nil), after: time)
        }
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
