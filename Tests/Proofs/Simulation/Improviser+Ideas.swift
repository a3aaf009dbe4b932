// SPDX-License-Identifier: MIT

@testable import CallCore

/// The deeds that the cast does by itself.
extension Improviser {
    func registration(of app: String) -> Deed {
        .register(app: app, groups: 1 + dice.roll(3), holdsImplicitly: app == Cast.modem && dice.chance(2))
    }

    func happen() {
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
            if dice.chance(4) { return decide(client, registration(of: app)) }
            decide(client, dice.chance(2) ? .invalidate(app: app) : .configure(app: app, groups: 1 + dice.roll(3)))
        }
    }

    func anyCall() -> Int {
        dice.chance(12) ? 1 + dice.roll(lastCall + 1) : dice.pick(stage.calls)?.number ?? 1
    }

    func app(of call: Int) -> String {
        dice.pick(Cast.apps)?.app ?? "p"
    }

    /// The connection whose app has that call; sometimes another one.
    func owner(of call: Int) -> Int {
        let known = stage.owner(of: call).map(Cast.client)
        return dice.chance(12) ? dice.roll(3) : known ?? dice.roll(3)
    }

    private func controller() -> Int { dice.pick([3, 3, 4, 4, 5, 0, 1, 2]) ?? 3 }

    func newCall() -> Int {
        guard !dice.chance(20) else { return 1 + dice.roll(lastCall + 1) }
        lastCall += 1
        return lastCall
    }

    /// Usually nil: the service chooses the ids.
    private func newName() -> Int? {
        guard dice.chance(3) else { return nil }
        lastName += 1
        return lastName
    }

    private func appear() {
        // Two of the apps have most of the calls, so that some calls can be merged.
        guard stage.calls.count < 8, let (client, app) = dice.pick(Cast.apps.prefix(dice.chance(3) ? 4 : 2)) else {
            return
        }
        let call = newCall()
        switch dice.roll(7) {
        case 0..<3:
            decide(
                client,
                .ring(app: app, call: call, canHold: !dice.chance(5), emergency: app == Cast.modem && dice.chance(4)))
        case 3..<6:
            let wish = Deed.Wish(call: call, kind: .start(app: app, emergency: dice.chance(app == Cast.modem ? 4 : 12)))
            decide(dice.chance(2) ? client : controller(), .request([wish]))
        default: decide(client, existing(app, call))
        }
    }

    func existing(_ app: String, _ call: Int) -> Deed {
        let state = dice.pick(["incoming", "dialing", "connecting", "active", "active", "held"]) ?? "active"
        return .exists(app: app, call: call, state: state, group: dice.chance(3) ? anyCall() : nil)
    }

    private func ask() {
        var wishes = [wish()]
        if dice.chance(5) { for _ in 0...dice.roll(2) { wishes.append(wish()) } }
        let client = controller()
        let deed: Deed = wishes.count == 1 && dice.chance(3) ? .ask(wishes[0]) : .request(wishes, name: newName())
        decide(client, deed)
        // A client that got no reply asks again.
        if dice.chance(10) { decide(client, deed, after: dice.roll(0...3_000_000)) }
        // Two controllers ask at the same time.
        if dice.chance(6) { decide(controller(), dice.chance(2) ? deed : .request([wish()])) }
    }

    /// Usually an action that the call allows, sometimes any action.
    func wish() -> Deed.Wish {
        let (number, call) = dice.pick(stage.calls).map { ($0.number, $0.call) } ?? (anyCall(), nil)
        var words = dice.chance(6) ? ActionWord.allCases : call?.allowedActions ?? []
        // A merge needs two connected calls of one app, so it is rare: prefer it.
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
        let deed: Deed =
            switch dice.roll(7) {
            case 0, 1: .ended(call: call, reason: endReason())
            case 2: .connecting(call: call)
            case 3: .connected(call: call)
            case 4: .canHold(call: call, dice.chance(2))
            case 5: .onHold(call: call, dice.chance(2))
            default: existing(stage.owner(of: call) ?? app(of: call), call)
            }
        decide(client, deed)
        // An app that got no reply reports again.
        if dice.chance(6) { decide(client, deed, after: dice.roll(0...3_000_000)) }
    }

    func verdict() -> String { dice.pick(["allow", "allow", "silence", "reject"]) ?? "allow" }

    private func shellWish(_ chance: Int) -> ShellWish {
        dice.chance(chance) ? dice.pick(ShellWish.allCases) ?? .none : .none
    }

    func endReason() -> String {
        dice.pick(EndedReason.allCases.filter(\.isReportable))?.rawValue ?? "failed"
    }

    private func disturb() {
        let client = dice.pick(Cast.shells) ?? 3
        switch dice.roll(10) {
        case 0, 1: decide(client, .registerShell(shellWish(4)))
        case 2: decide(client, .setShellState(shellWish(3)))
        case 3: decide(client, .silence(call: dice.chance(2) ? nil : anyCall()))
        case 6, 7: decide(Cast.directory, .registerDirectory(whenLate: verdict()))
        case 8: decide(Cast.directory, .identify(call: anyCall()))
        // Rarely, because a call that is refused tries nothing else.
        case 9: decide(Cast.directory, .switchOff(app: dice.chance(3) ? dice.pick(Cast.apps)?.app : nil))
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

    /// A client leaves the bus, and may come back.
    func leave(_ client: Int, _ remembered: [(app: String, call: Int)] = []) {
        send(.leave, from: client)
        guard !dice.chance(4) else { return }
        let time = dice.roll(0...3_000_000)
        for (owner, app) in Cast.apps where owner == client { decide(client, registration(of: app), after: time) }
        for (app, call) in remembered where !dice.chance(4) { decide(client, existing(app, call), after: time) }
    }
}
