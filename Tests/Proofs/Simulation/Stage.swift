// SPDX-License-Identifier: MIT

internal import BusTesting
internal import Foundation
internal import SDBus

@testable import CallCore
@testable import CallService
@testable import StateSpace

/// The real service on a simulated bus and under a virtual clock. A witness checks all its messages.
final class Stage {
    let clock = VirtualClock()
    private(set) var witness = Witness()
    /// Receives each message that the witness has accepted.
    var onMessage: ((BusMessage, _ client: Int) -> Void)?
    /// For tests: replaces each message of the service by the messages that it returns.
    var tamper: ((BusMessage) -> [BusMessage])?
    /// A hash of the service's messages: the same for every run of the same story.
    private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The deeds and messages as text; nil = not recorded.
    var lines: [String]?

    private let bus: SimulatedBus
    private var process: ServiceProcess
    private var service: CallService { process.service }
    private var seed: UInt64 = 0
    /// The downtime after a kill in this turn; nil = the service was not killed.
    private var downtime: UInt64?
    /// The steps at which the next services are killed while they start.
    private var killsInStart: [Int] = []
    /// Beside which the state of killed services is copied.
    private let folder: String
    /// The unique names of the cast's connections.
    private var names: [Int: String] = [:]
    private var lastName = 0
    private var turns = 0
    /// The service's state is checked after every `pace`-th turn.
    var pace = 1

    init() throws {
        bus = try SimulatedBus()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("stage-\(UUID().uuidString)").path
        process = try ServiceProcess(bus, clock, in: folder, seed: 1)
    }

    deinit {
        process.end()
        for folder in [folder, FragileStateFile.copy(of: folder)] {
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// The calls of the cast's user, lowest number first. A call may end before a request for it arrives.
    var calls: [(number: Int, call: Call)] {
        let calls = service.existingUser(Cast.uid)?.domain.calls.values.map { (CallNumber.parse("\($0.id)") ?? 0, $0) }
        return (calls ?? []).sorted { $0.0 < $1.0 }
    }

    /// The identifier of the provider that has a call.
    func owner(of call: Int) -> String? {
        guard let domain = service.existingUser(Cast.uid)?.domain, let id = CallID(CallNumber.text(call)) else {
            return nil
        }
        return domain.calls[id].flatMap { domain.providers[$0.provider]?.identifier }
    }

    /// The identifiers of the registered providers.
    var providers: Set<String> {
        Set(service.existingUser(Cast.uid)?.domain.providers.values.map(\.identifier) ?? [])
    }

    // MARK: Turns

    /// Inputs that reach the service at once: it looks when all have arrived.
    func perform(_ inputs: [Input]) throws(Violation) {
        for input in inputs { perform(input) }
        try finishTurn()
        if let downtime { try restart(after: downtime) }
    }

    /// Advances the time, and fires the timers that are due before it.
    func advance(to time: UInt64) throws(Violation) {
        while let due = clock.nextTimer, due < time {
            clock.advance(to: due)
            while clock.fire() { try finishTurn(ofTimer: true) }
        }
        clock.advance(to: time)
    }

    /// Advances the time until no timer is left.
    func runDown() throws(Violation) {
        var rounds = 0
        while let due = clock.nextTimer {
            try advance(to: due + 1)
            rounds += 1
            guard rounds < 100_000 else { throw Violation("Everything comes to rest.") }
        }
    }

    private func perform(_ input: Input) {
        lines?.append("\(time)  \(Cast.name(of: input.client)) \(input.deed)")
        if case .kill(let step, let downtime, let again) = input.deed {
            process.file.countdown = step
            killsInStart = again
            self.downtime = downtime
            return
        }
        if case .leave = input.deed {
            guard let name = names.removeValue(forKey: input.client) else { return }
            witness.leave(name)
            return bus.leave(name)
        }
        guard let call = input.deed.methodCall({ witness.told[$0] }) else { return }
        let name = names[input.client] ?? join(input.client)
        let serial = bus.call(
            from: name, path: call.path, interface: call.interface, member: call.member, call.arguments)
        witness.call(serial, from: name, input.deed)
    }

    private func join(_ client: Int) -> String {
        lastName += 1
        let name = ":1.\(lastName)"
        names[client] = name
        bus.join(name, uid: client == Cast.stranger ? Cast.uid + 1 : Cast.uid)
        witness.join(name, number: client)
        return name
    }

    /// The service handles everything that is pending. Returns whether it did something.
    @discardableResult
    private func turn() -> Bool {
        var hasTurned = false
        repeat {
            while (try? process.loop.turn()) == true { hasTurned = true }
        } while bus.answer()
        return hasTurned
    }

    private func finishTurn(ofTimer isTimer: Bool = false) throws(Violation) {
        var heard: [(BusMessage, Int)] = []
        // Another round if the service had more messages than one take returned.
        while turn() || heard.isEmpty {
            let messages = bus.take()
            if messages.isEmpty { break }
            for message in messages {
                for message in tamper?(message) ?? [message] {
                    let client = witness.clients[message.destination ?? ""]?.number
                    note(message)
                    // The witness learns the meaning of the ids from the message, so the text is made after that.
                    defer { if lines != nil { lines?.append("              \(words(message, to: client))") } }
                    try witness.hear(message, at: clock.now)
                    if let client { heard.append((message, client)) }
                }
            }
        }
        try checkTurn(ofTimer: isTimer)
        for (message, client) in heard { onMessage?(message, client) }
    }

    private func checkTurn(ofTimer isTimer: Bool) throws(Violation) {
        if let message = process.reports.unsent { throw Violation("Every signal is sent.", message) }
        guard let user = service.existingUser(Cast.uid) else { return }
        let domain = user.domain
        // A killed service has sent its last signals to no client.
        if process.isKilled { return }
        try witness.endTurn(at: clock.now, ofTimer: isTimer) { id, task in
            if ActionID(id).map({ domain.transactions.ofAction[$0] != nil }) == true { return .open }
            let call = CallID(CallNumber.text(task.call)).flatMap { domain.calls[$0] }
            if call.map({ $0.state == .ending }) ?? true { return .callIsOver }
            let isLeft = TransactionID(task.transaction).map { domain.transactions[$0] != nil } ?? false
            return isLeft ? .lost : .transactionIsOver
        }
        turns += 1
        guard turns % pace == 0 else { return }
        for timer in user.timers.keys where !domain.needs(timer) {
            throw Violation("No timer runs for what is over.", "\(timer)")
        }
        for invariant in Invariant.lasting where !invariant.holds(domain) {
            throw Violation(invariant.sentence, calls.map { words($0.number, $0.call, domain) }.joined(separator: "; "))
        }
    }

    // MARK: A kill

    /// The killed service is gone, and after a while another one continues with its file. Everything that the clients
    /// sent meanwhile is lost.
    private func restart(after downtime: UInt64) throws(Violation) {
        self.downtime = nil
        process.killIfAlive()
        try start(at: clock.now + downtime)
        while process.isKilled { try start(at: clock.now) }
        witness.serviceHasContinued()
    }

    /// Another service starts with the state of the killed one. It may be killed in its start.
    private func start(at time: UInt64) throws(Violation) {
        process.end()
        bus.dropService()
        witness.serviceWasKilled()
        seed += 1_000
        let kill = killsInStart.isEmpty ? nil : killsInStart.removeFirst()
        do {
            try FileManager.default.removeItem(atPath: folder)
            try FileManager.default.moveItem(atPath: FragileStateFile.copy(of: folder), toPath: folder)
            clock.advance(to: time)
            lines?.append("\(self.time)  the service starts")
            process = try ServiceProcess(bus, clock, in: folder, seed: seed, killedAt: kill)
        } catch {
            throw Violation("The service starts again.", "\(error)")
        }
        try finishTurn()
    }

    // MARK: The end

    /// No more inputs come. Everything comes to rest, every client's view is the real state, and when all clients have
    /// left, the service keeps nothing of them.
    func finish() throws(Violation) {
        try runDown()
        try witness.end()
        if let domain = service.existingUser(Cast.uid)?.domain {
            for invariant in Invariant.atRest where !invariant.holds(domain) { throw Violation(invariant.sentence) }
        }
        for client in names.keys.sorted() {
            try perform([Deed.look, .lookAtAudio].map { Input(time: 0, client: client, deed: $0) })
        }
        for client in names.keys.sorted() { try perform([Input(time: 0, client: client, deed: .leave)]) }
        try runDown()
        try witness.end()
        for uid in [Cast.uid, Cast.uid + 1] {
            guard let user = service.existingUser(uid) else { continue }
            guard user.domain.isEmpty, user.timers.isEmpty, user.subscribers.isEmpty, user.files.isEmpty else {
                throw Violation("Nothing is left of who has left.")
            }
        }
    }

    // MARK: Text

    /// Adds a message to the fingerprint (FNV-1a): two runs of one story must send the same messages.
    private func note(_ message: BusMessage) {
        let texts = [message.destination, message.path, message.member, message.errorName]
        for byte in (texts.map { $0 ?? "" } + message.arguments.compactMap(\.string)).joined(separator: " ").utf8 {
            fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01B3
        }
    }

    private var time: String {
        let milliseconds = (clock.now - VirtualClock.beginning) / 1_000
        let fraction = String(milliseconds % 1_000)
        let seconds = "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
        return String(repeating: " ", count: max(0, 8 - seconds.count)) + seconds + " s"
    }

    private func words(_ number: Int, _ call: Call, _ domain: Domain) -> String {
        let provider = domain.providers[call.provider]?.identifier ?? ""
        let group = CallNumber.parse("\(call.group)").map { "call \($0)" } ?? "nothing"
        let pending = call.pending.map { "\($0.kind.word.rawValue)\($0.isDelivered ? "" : " later")" }.joined(
            separator: " ")
        return "call \(number) of \(provider) is \(call.state) in the group of \(group)"
            + (domain.occupancy.occupies(call.id) ? ", occupies the audio" : "")
            + (pending.isEmpty ? "" : ", told \(pending)")
    }

    private func words(_ message: BusMessage, to client: Int?) -> String {
        let name = client.map(Cast.name) ?? message.destination ?? ""
        let what = message.member ?? message.error?.shortName ?? "reply"
        return "\(name) <- \(what) " + message.arguments.compactMap(words).joined(separator: " ")
    }

    private func words(_ value: DBusValue) -> String? {
        if let flag = value.bool { return flag ? "true" : "false" }
        if let entries = value.entries {
            let parts = entries.sorted { $0.key < $1.key }.compactMap { key, value in
                ["State", "Reason", "FailedAction"].contains(key) ? value.string.map { "\(key)=\($0)" } : nil
            }
            return parts.isEmpty ? nil : parts.joined(separator: " ")
        }
        guard let text = value.string else { return nil }
        if let told = witness.name(of: text) { return "(\(told))" }
        // An id, or a path that ends with an id.
        if let number = CallNumber.parse(text.suffix(36).replacing("_", with: "-")) { return "call \(number)" }
        return text.count == 36 ? String(text.prefix(8)) : text.isEmpty ? nil : text
    }
}

extension Domain {
    fileprivate func needs(_ timer: TimerKey) -> Bool {
        switch timer {
        case .action(let action), .again(let action): transactions.ofAction[action] != nil
        case .ring(let call): alerts.ringing[call] != nil
        case .connect(let call): calls[call] != nil
        case .repeatCaller(let handle): alerts.filtered.contains(handle)
        case .screening(let call): screenings[call] != nil
        case .emergencyWindow: hasEmergencyWindow
        }
    }
}
