// SPDX-License-Identifier: MIT

internal import BusTesting

/// Invents a story: the cast acts by itself, and reacts to messages. Each connection has its own delays. The improviser
/// records every input, so that the story can be replayed.
final class Improviser {
    /// The inputs that have reached the service so far.
    private(set) var inputs: [Input] = []
    /// At least this many of the last inputs are kept.
    var memory = Int.max
    /// The percentage of requests among the events.
    var asks = 44

    /// Whether the service is killed from time to time.
    var kills = false
    private var lastKill: UInt64 = 0
    /// A service that ends three times in ten seconds while it handles an event drops its state.
    private static let leastLife: UInt64 = 5_100_000

    let stage: Stage
    var dice: Dice
    private var agenda = Agenda<Plan>()
    var temperaments: [String: Temperament] = [:]
    var lastCall = 0
    var lastName = 0
    /// The times at which each client's last message reached the service, and the service's last message the client.
    private var lastSent: [Int: UInt64] = [:]
    var lastHeard: [Int: UInt64] = [:]
    /// How often each client has left. A client that leaves forgets its plans.
    private var lives: [Int: Int] = [:]

    private enum Plan {
        /// A client decides to do something. The deed then travels to the service.
        case decide(client: Int, life: Int, Deed)
        /// The input reaches the service.
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

    /// Plans the first deeds: the onlookers read everything, and all apps register.
    func begin() throws(Violation) {
        for client in [Cast.watcher, Cast.stranger] { decide(client, .look) }
        decide(Cast.watcher, .lookAtAudio)
        for (client, app) in Cast.apps { decide(client, registration(of: app)) }
    }

    /// Lets `events` events happen, together with the reactions that are due meanwhile.
    func improvise(events: Int) throws(Violation) {
        for _ in 0..<events {
            let time = stage.clock.now + pause()
            while let due = agenda.nextTime, due < time { try proceed(to: due) }
            try stage.advance(to: time)
            happen()
        }
    }

    /// No more events happen, only the reactions to past ones.
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
        if kills, time > lastKill + Self.leastLife, dice.chance(25) {
            let downtime = dice.chance(2) ? 0 : dice.roll(0...8_000_000)
            lastKill = time + downtime
            let again = dice.chance(3) ? [dice.roll(20)] : []
            let kill = Deed.kill(step: dice.roll(14), downtime: downtime, again: again)
            batch.append(Input(time: time - VirtualClock.beginning, client: Cast.watcher, deed: kill))
        }
        inputs += batch
        if inputs.count / 2 > memory { inputs.removeFirst(inputs.count - memory) }
        try stage.perform(batch)
    }

    /// Messages of one client arrive in their order, each after a random delay.
    func send(_ deed: Deed, from client: Int) {
        if case .leave = deed { lives[client, default: 0] += 1 }
        let time = max(lastSent[client, default: 0], stage.clock.now + 1 + delay())
        lastSent[client] = time
        agenda.put(.arrive(Input(time: time - VirtualClock.beginning, client: client, deed: deed)), at: time)
    }

    func decide(_ client: Int, _ deed: Deed, after time: UInt64 = 0) {
        agenda.put(
            .decide(client: client, life: lives[client, default: 0], deed), at: stage.clock.now + 1 + time)
    }

    /// The time between two events, in µs: often almost zero, sometimes long.
    private func pause() -> UInt64 {
        switch dice.roll(20) {
        case 0..<7: dice.roll(0...3) * 500
        case 7..<13: dice.roll(1_000...300_000)
        case 13..<19: dice.roll(300_000...4_000_000)
        default: dice.roll(4_000_000...90_000_000)
        }
    }

    /// The delay between a client and the service, in µs. Equal delays make messages arrive together.
    func delay() -> UInt64 {
        switch dice.roll(4) {
        case 0, 1: dice.roll(0...3) * 500
        case 2: dice.roll(0...20_000)
        default: dice.roll(0...500_000)
        }
    }
}
