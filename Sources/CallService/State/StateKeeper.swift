// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus
internal import StateFile

/// Keeps the state of the service in a file, so that the next service continues where this one stops. After each event it
/// writes what the event changed, before the reply is sent. It does not decide anything.
final class StateKeeper {
    let file: StateFile
    let files: KeptFiles
    let identity: ServiceIdentity
    private unowned let service: CallService
    /// The peers in the file.
    private var peers: Set<String> = []
    /// When a file that could not be written is tried again; microseconds of the monotonic clock.
    private var retryTime: UInt64 = 0
    private static let pause: UInt64 = 10_000_000

    init(_ service: CallService, _ file: StateFile, _ files: KeptFiles, _ identity: ServiceIdentity) {
        (self.service, self.file, self.files, self.identity) = (service, file, files, identity)
    }

    /// Replaces the file by one with the present state.
    func begin() {
        do throws(StateFileError) {
            try file.begin(progress: file.progress) { addAll(to: &$0) }
        } catch {
            fail(error)
        }
    }

    // MARK: What changed

    /// The event changed the user's domain. Its effects are not performed.
    func keep(_ event: Event, _ keys: [RecordKey], _ effects: [Effect], of user: User) {
        append { batch in
            for key in keys { add(key, of: user, to: &batch) }
            if case .timerFired(let key) = event { add(.timer(user.uid, key), nil as UInt64?, to: &batch) }
            for effect in effects { addTimer(of: effect, user, to: &batch) }
            if case .command(_, let caller) = event { addPeer(caller.client, to: &batch) }
            if effects.contains(where: { Debt($0) != nil }) { addDebts(to: &batch) }
        }
    }

    func keepSubscriber(_ view: View) {
        append { batch in
            addPeer(view.caller.client, to: &batch)
            addSubscriber(view, isSubscribed: true, to: &batch)
        }
    }

    func dropSubscriber(_ view: View) {
        append { batch in addSubscriber(view, isSubscribed: false, to: &batch) }
    }

    func keepServing(_ client: Client) {
        append { batch in add(.serving(client.name), service.serving[client], to: &batch) }
    }

    /// A connection has left the bus.
    func dropPeer(_ name: String) {
        guard peers.remove(name) != nil else { return }
        append { batch in
            add(.peer(name), nil as PeerFacts?, to: &batch)
            add(.serving(name), nil as ServedUser?, to: &batch)
        }
    }

    private func append(_ body: (inout Batch) -> Void) {
        guard file.isKept else { return retry() }
        do throws(StateFileError) { try file.append(body) } catch { fail(error) }
    }

    private func fail(_ error: StateFileError) {
        retryTime = service.clock.elapsed() + Self.pause
        service.noteStateProblem(error.message)
    }

    private func retry() {
        guard service.clock.elapsed() >= retryTime else { return }
        begin()
        if file.isKept { service.noteStateProblem(nil) }
    }

    // MARK: Progress

    /// The service begins to handle an event. If it ends in it, the event or the state may be the cause.
    func noteEvent() { file.progress |= Progress.busy }

    /// The service begins to perform an effect.
    func note(begun place: Int, of event: UInt64) {
        file.progress = Progress(event: event, begun: place + 1, isBusy: true).word
    }

    func note(performed event: UInt64) {
        file.progress = Progress(event: event, begun: Progress.all, isBusy: true).word
    }

    /// Nothing is left to handle: a good moment to shorten the file.
    func rest() {
        file.progress &= ~Progress.busy
        if file.isLong { begin() }
    }

    // MARK: Records

    private func addAll(to batch: inout Batch) {
        peers = []
        add(.identity, identity, to: &batch)
        for user in service.users.values {
            for key in user.domain.recordKeys { add(key, of: user, to: &batch) }
            for (key, timer) in user.timers { add(.timer(user.uid, key), timer.end, to: &batch) }
            for client in user.domain.clients { addPeer(client, to: &batch) }
            for view in user.subscribers {
                addPeer(view.caller.client, to: &batch)
                addSubscriber(view, isSubscribed: true, to: &batch)
            }
        }
        for (client, served) in service.serving {
            addPeer(client, to: &batch)
            add(.serving(client.name), served, to: &batch)
        }
        addDebts(to: &batch)
    }

    private func add(_ key: RecordKey, of user: User, to batch: inout Batch) {
        batch.add(
            key: { bytes in StateWriter.append(to: &bytes) { $0.write(ServiceKey.domain(user.uid, key)) } },
            value: { bytes in StateWriter.append(to: &bytes) { user.domain.write(key, to: &$0) } })
    }

    private func addTimer(of effect: Effect, _ user: User, to batch: inout Batch) {
        switch effect {
        case .startTimer(let key, let after):
            add(.timer(user.uid, key), service.clock.elapsed() + after, to: &batch)
        case .cancelTimer(let key): add(.timer(user.uid, key), nil as UInt64?, to: &batch)
        case .tell, .shellIsPrimary, .providerAdded, .providerChanged, .providerRemoved, .callAdded, .callChanged,
            .callRemoved, .audioChanged, .providerRestated, .callRestated, .audioRestated, .transactionCompleted:
            break
        }
    }

    private func addPeer(_ client: Client, to batch: inout Batch) {
        guard !peers.contains(client.name), let peer = service.bus.knownPeer(client.name) else { return }
        peers.insert(client.name)
        add(.peer(client.name), PeerFacts(peer), to: &batch)
    }

    private func addSubscriber(_ view: View, isSubscribed: Bool, to batch: inout Batch) {
        let key = ServiceKey.subscriber(view.user.uid, view.caller.client.name, isOwn: view.paths == .own)
        add(key, isSubscribed ? true : nil, to: &batch)
    }

    private func addDebts(to batch: inout Batch) {
        let debts = service.outbox.map { entry in
            EventDebts(event: entry.number, uid: entry.user.uid, debts: entry.effects.map { Debt($0) })
        }
        add(.debts, debts, to: &batch)
    }

    private func add(_ key: ServiceKey, _ value: (some Kept)?, to batch: inout Batch) {
        batch.add(
            key: { bytes in StateWriter.append(to: &bytes) { $0.write(key) } },
            value: { bytes in
                guard let value else { return false }
                StateWriter.append(to: &bytes) { $0.write(value) }
                return true
            })
    }
}

extension StateWriter {
    /// Writes behind the bytes.
    fileprivate static func append<Result>(to bytes: inout [UInt8], _ body: (inout StateWriter) -> Result) -> Result {
        // Moved and not copied.
        let old = bytes
        bytes = []
        var writer = StateWriter(consume old)
        defer { bytes = writer.bytes }
        return body(&writer)
    }
}
