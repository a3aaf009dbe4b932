// SPDX-License-Identifier: MIT

internal import BusTesting

/// Makes a story up: the cast does things by itself, and reacts to what it hears, each over a connection of its own
/// delays. What it does is written down, so that it can be told again.
final class Improviser {
    /// What has reached the service so far.
    private(set) var inputs: [Input] = []
    /// How many of them are kept at least: the last.
    var memory = Int.max
    /// How many of a hundred things that happen are requests.
    var asks = 44

    let stage: Stage
    var dice: Dice
    private var agenda = Agenda<Plan>()
    var temperaments: [String: Temperament] = [:]
    var lastCall = 0
    var lastName = 0
    /// When the last message of each client reached the service, and the last one of the service the client.
    private var lastSent: [Int: UInt64] = [:]
    var lastHeard: [Int: UInt64] = [:]
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
        inputs += batch
        if inputs.count / 2 > memory { inputs.removeFirst(inputs.count - memory) }
        try stage.perform(batch)
    }

    /// What is sent arrives after what was sent before, and at a time that nobody knows.
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
    func delay() -> UInt64 {
        switch dice.roll(4) {
        case 0, 1: dice.roll(0...3) * 500
        case 2: dice.roll(0...20_000)
        default: dice.roll(0...500_000)
        }
    }
}
