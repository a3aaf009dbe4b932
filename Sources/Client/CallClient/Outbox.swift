// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// The requests that the service has not answered yet, in order.
///
/// A service that was killed may have done any of them, so each must be harmless to repeat. They are repeated in their
/// order, and later requests wait for them: a report that a call ended must not overtake the report of that call.
///
/// Some dozens wait for their answers at once, because a stock system bus refuses the 129th of a connection. The rest
/// waits here.
final class Outbox {
    /// Sends a request, and passes on its reply.
    typealias Ask = (_ received: @escaping (Result<Message, BusError>) -> Void) -> Void

    /// How long a request is worth sending.
    enum Kind {
        /// It waits for as long as the state of the service may come back. A service without that state does not get
        /// it, because the registration says the same.
        case report
        /// Every service may answer it, but it does not wait for one: it fails if no service can be started.
        case request
    }

    private struct Entry {
        let number: Int
        let kind: Kind
        /// The refusal that means success if an earlier attempt may have been successful.
        let done: CallError.Code?
        let ask: Ask
        let completion: (BusError?) -> Void
        /// The update of a call that it reports; nil for every other request.
        var update: WaitingUpdate?
        var progress = Progress.waiting
        var attempts = 0
        /// A service that was killed may have done it.
        var mayBeDone = false

        var isSent: Bool { !isUnsent }

        var isUnsent: Bool {
            switch progress {
            case .waiting, .refused: true
            case .sent: false
            }
        }
    }

    private enum Progress {
        case waiting
        /// `lives` is that of the outbox when the request was sent.
        case sent(generation: Int, lives: Int)
        /// By a service that may have another state than the one that the request was meant for.
        case refused(BusError)
    }

    /// How often a request may meet the end of a service. It may be the reason of that end.
    private static let most = 10
    /// How many requests wait for their answers at once.
    private static let mostUnanswered = 32
    private static let lost = BusError(
        name: StandardErrorName.noReply, message: "The service is gone, and its state with it.")

    private var entries: [Entry] = []
    private var lastNumber = 0
    /// The number of the state that the requests are for.
    private var generation = 0
    /// Grows with each sign that the service has gone: what was sent before is doomed. One service may give several.
    private var lives = 0
    /// False while it is not known whether the service has that state.
    private var isOpen = true
    /// The bus could not start a service for the last request.
    private var isStuck = false
    /// Whether there was a service: one with its state may come.
    var mayComeBack = false

    // MARK: From the program

    func add(
        _ kind: Kind, done: CallError.Code?, update: WaitingUpdate? = nil, _ ask: @escaping Ask,
        then completion: @escaping (BusError?) -> Void
    ) {
        lastNumber += 1
        entries.append(
            Entry(number: lastNumber, kind: kind, done: done, ask: ask, completion: completion, update: update))
        isStuck = false
        sendWaiting()
    }

    /// The last request, if it is an update of this call that was never sent: a later update of the call can be part of
    /// it.
    func lastUpdate(of call: CallID) -> WaitingUpdate? {
        guard let last = entries.last, last.isUnsent, last.attempts == 0, last.update?.call == call else { return nil }
        return last.update
    }

    private func sendWaiting() {
        guard isOpen, !entries.contains(where: isDoomed) else { return }
        for entry in entries where entry.isUnsent {
            guard !isStuck, entries.count(where: \.isSent) < Self.mostUnanswered else { return }
            send(entry.number)
        }
    }

    /// Whether the service that got a request is gone. Its reply or the error of the bus is on its way.
    private func isDoomed(_ entry: Entry) -> Bool {
        switch entry.progress {
        case .sent(_, let lives): lives < self.lives
        case .waiting, .refused: false
        }
    }

    private func send(_ number: Int) {
        guard let index = entries.firstIndex(where: { $0.number == number }), entries[index].isUnsent else { return }
        entries[index].progress = .sent(generation: generation, lives: lives)
        entries[index].attempts += 1
        let (ask, attempt) = (entries[index].ask, entries[index].attempts)
        ask { [weak self] in self?.received($0, number, attempt) }
    }

    // MARK: From the bus

    private func received(_ reply: Result<Message, BusError>, _ number: Int, _ attempt: Int) {
        guard let index = entries.firstIndex(where: { $0.number == number && $0.attempts == attempt }),
            case .sent(let generation, _) = entries[index].progress
        else { return }
        switch reply {
        case .success: finish(number, nil)
        case .failure(let error) where error.name == StandardErrorName.noReply && attempt < Self.most:
            (entries[index].progress, entries[index].mayBeDone) = (.waiting, true)
            lives += 1
        case .failure(let error) where error.saysUnavailable: wait(index, error)
        case .failure(let error): refused(index, error, by: generation)
        }
        sendWaiting()
    }

    /// No service can be started now.
    private func wait(_ index: Int, _ error: BusError) {
        let entry = entries[index]
        guard entry.attempts < Self.most, entry.mayBeDone || entry.kind == .report && mayComeBack else {
            return finish(entry.number, error)
        }
        entries[index].progress = .waiting
        isStuck = true
        // Nothing has happened yet for a request that waited behind this one.
        for fresh in entries where fresh.kind == .request && fresh.isUnsent && !fresh.mayBeDone {
            finish(fresh.number, error)
        }
    }

    private func refused(_ index: Int, _ error: BusError, by generation: Int) {
        let entry = entries[index]
        if entry.mayBeDone, let done = entry.done, error.code == done { return finish(entry.number, nil) }
        if !isOpen, mayComeBack {
            entries[index].progress = .refused(error)
        } else if generation != self.generation, entry.kind == .request {
            entries[index].progress = .waiting
        } else {
            finish(entry.number, error)
        }
    }

    private func finish(_ number: Int, _ error: BusError?) {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
        entries.remove(at: index).completion(error)
    }

    // MARK: From the owner of the name

    /// The service has left the bus.
    func serviceHasGone() {
        isOpen = true
        lives += 1
    }

    /// There is a service, and its state is not known yet.
    func close() { isOpen = false }

    /// The service has the state that the requests are for.
    func open() {
        (isOpen, isStuck) = (true, false)
        for entry in entries {
            if case .refused(let error) = entry.progress { finish(entry.number, error) }
        }
        sendWaiting()
    }

    /// The service knows nothing of this program. The requests follow its registration.
    func open(after register: () -> Void) {
        let requests = entries.filter(\.isUnsent)
        entries.removeAll(where: \.isUnsent)
        (isOpen, isStuck) = (true, false)
        register()
        entries += requests
        sendWaiting()
    }

    /// The state that the requests were for is gone.
    func drop() {
        generation += 1
        for entry in entries where entry.kind == .report { finish(entry.number, Self.lost) }
    }

    /// The bus is gone, and with it all replies.
    func disconnect() {
        for index in entries.indices { entries[index].progress = .waiting }
    }

    /// No service has come for some time.
    func giveUpRequests() {
        for entry in entries where entry.kind == .request && entry.isUnsent { finish(entry.number, Self.lost) }
    }
}

/// An update of a call that may grow until it is sent.
final class WaitingUpdate {
    let call: CallID
    private(set) var wire: [String: Variant]

    init(_ call: CallID, _ wire: [String: Variant]) { (self.call, self.wire) = (call, wire) }

    /// The later value of a key counts.
    func merge(_ later: [String: Variant]) { wire.merge(later) { $1 } }
}

// Requests that outlive the service. `NoReply` is not a refusal: a service that was killed may have done what it was
// asked, so the next one with its state is asked again, and says so if it was done.

extension CallClient {
    /// Tells the service something that is part of its state. It is repeated until a service with that state has
    /// answered, and dropped with an error when that state is lost: then ``register`` tells the next service. `done` is
    /// the refusal that a repeated report gets if it was successful before.
    package func report<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument, done: CallError.Code? = nil,
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        let ask: Outbox.Ask = { [unowned self] in call(method, repeat each arguments, timeout: .max, then: $0) }
        outbox.add(.report, done: done, ask, then: completion)
    }

    /// Reports an update of a call. Updates that wait in a row to be sent become one. `received` gets the service's
    /// answer and all that was in the update; it is not called for an update that became part of an earlier one.
    package func reportUpdate(
        of call: CallID, _ wire: [String: Variant], then received: @escaping (BusError?, [String: Variant]) -> Void
    ) {
        if let waiting = outbox.lastUpdate(of: call) { return waiting.merge(wire) }
        let update = WaitingUpdate(call, wire)
        let ask: Outbox.Ask = { [unowned self] in
            self.call(.reportCallUpdated, call.description, update.wire, timeout: .max, then: $0)
        }
        outbox.add(.report, done: nil, update: update, ask) { received($0, update.wire) }
    }

    /// Asks for something that any service may do after ``register``. It is repeated if the service has gone before it
    /// answered, or if a new one was asked before the registration. It fails at once if the bus can start no service.
    package func request(
        _ ask: @escaping (_ received: @escaping (Result<Message, BusError>) -> Void) -> Void,
        done: CallError.Code? = nil,
        then completion: @escaping (BusError?) -> Void
    ) {
        register()
        outbox.add(.request, done: done, ask, then: completion)
    }

    /// The same for one method of the manager object.
    package func request<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument, done: CallError.Code? = nil,
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        let ask: Outbox.Ask = { [unowned self] in call(method, repeat each arguments, timeout: .max, then: $0) }
        request(ask, done: done, then: completion)
    }

    /// Requests a transaction.
    package func request(
        _ transaction: Request, then completion: @escaping (Result<TransactionID?, BusError>) -> Void
    ) {
        var accepted: TransactionID?
        let ask: Outbox.Ask = { [unowned self] received in
            let answer: (Result<Message, BusError>) -> Void = { reply in
                if let text = try? reply.get().read(String.self) { accepted = TransactionID(text) }
                received(reply)
            }
            call(method(.requestTransaction), timeout: .max, then: answer) { (writer) throws(BusError) in
                try transaction.write(to: &writer)
            }
        }
        request(ask) { error in completion(error.map { .failure($0) } ?? .success(accepted)) }
    }
}
