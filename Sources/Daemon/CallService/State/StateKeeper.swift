// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// Keeps the state of the service in a file, so that the next service continues where this one stops. After each event
/// it writes what the event changed, before the reply is sent. It does not decide anything.
final class StateKeeper {
    let file: StateFile
    let files: KeptFiles
    let identity: ServiceIdentity
    let crashes: CrashGuard
    private unowned let service: CallService
    /// Reused for each event.
    private var writer = StateWriter()
    /// The peers in the file.
    private var peers: Set<String> = []
    /// When a file that could not be written is tried again; microseconds of the monotonic clock.
    private var retryTime: UInt64 = 0
    private static let pause: UInt64 = 10_000_000

    init(
        _ service: CallService, _ file: StateFile, _ files: KeptFiles, _ identity: ServiceIdentity,
        _ crashes: CrashGuard
    ) {
        (self.service, self.file, self.files, self.identity) = (service, file, files, identity)
        self.crashes = crashes
    }

    /// Replaces the file by one with the present state. Writes it in pieces, because the whole state may be large.
    func begin() {
        writer.removeAll()
        do throws(StateFileError) {
            try file.begin(progress: file.progress) { append in
                writeAll { writer in
                    writer.withBytes(append)
                    writer.removeAll()
                }
            }
            service.noteStateProblem(nil)
        } catch {
            fail(error)
        }
    }

    // MARK: What changed

    /// The event changed the user's domain. Its effects are not performed.
    func keep(_ event: Event, _ effects: [Effect], of user: User) {
        // A file that cannot be written begins with the whole state.
        if !file.isKept { _ = user.domain.takeChangedKeys() }
        append {
            user.domain.writeChanges(
                by: event, effects, of: user.uid, elapsed: service.clock.elapsed(), to: &writer)
            if case .command(_, let caller) = event { writePeer(caller.client) }
            writePendingEffects()
        }
    }

    func keepSubscriber(_ view: View) {
        append {
            writePeer(view.caller.client)
            writer.record(key(of: view)) { _ in true }
        }
    }

    func dropSubscriber(_ view: View) { append { writer.removal(of: key(of: view)) } }

    func keepServing(_ client: Client) {
        append { write(.serving(client.name), service.serving[client]) }
    }

    /// A connection has left the bus.
    func dropPeer(_ name: String) {
        guard peers.remove(name) != nil else { return }
        append {
            writer.removal(of: .peer(name))
            writer.removal(of: .serving(name))
        }
    }

    private func append(_ body: () -> Void) {
        guard file.isKept else { return retry() }
        writer.removeAll()
        body()
        do throws(StateFileError) {
            try writer.withBytes { (bytes) throws(StateFileError) in try file.append(bytes) }
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: StateFileError) {
        retryTime = service.clock.elapsed() + Self.pause
        service.noteStateProblem(error.message)
    }

    private func retry() {
        if service.clock.elapsed() >= retryTime { begin() }
    }

    // MARK: Progress

    /// The service begins to handle an event. If it ends in it, the event or the state of the user may be the cause.
    func noteEvent(_ event: Event, of user: User) {
        crashes.take(.user(user.uid))
        if case .command = event { crashes.noteWork(for: user.uid) }
    }

    /// The service begins to perform an effect.
    func note(begun place: Int, of decision: Outbox.Decision) {
        crashes.take(.user(decision.user.uid))
        file.progress = Progress(event: decision.number, begun: place + 1).word
    }

    func note(performed decision: Outbox.Decision) {
        file.progress = Progress(event: decision.number, begun: Progress.all).word
    }

    /// Nothing is left to handle.
    func becomeIdle() {
        shorten()
        crashes.becomeIdle()
    }

    /// Effects wait for the next slice. Each event writes them again, so the file grows fast meanwhile.
    func pause() {
        shorten()
        // A kill between two slices is about no user.
        crashes.take(.nothing)
    }

    /// Call it when no event is half handled.
    private func shorten() {
        if file.isKept, file.isLong { retry() }
    }

    // MARK: Records

    /// Calls `flush` whenever a piece is written.
    private func writeAll(_ flush: (inout StateWriter) -> Void) {
        peers = []
        write(.identity, identity)
        for user in service.users.values.sorted(by: { $0.uid < $1.uid }) {
            crashes.take(.user(user.uid))
            write(user, flush)
            flush(&writer)
        }
        crashes.take(.file)
        for (client, served) in service.serving {
            writePeer(client)
            write(.serving(client.name), served)
        }
        // Their timers do not run yet.
        for decision in service.outbox.decisions {
            writer.writeTimers(of: Array(decision.left), decision.user.uid, elapsed: service.clock.elapsed())
        }
        writePendingEffects()
        flush(&writer)
    }

    private static let piece = 64 << 10

    private func write(_ user: User, _ flush: (inout StateWriter) -> Void) {
        user.domain.writeAll(of: user.uid, to: &writer) { if $0.size > Self.piece { flush(&$0) } }
        if let instance = user.ownInstance { write(.instance(user.uid), instance) }
        for (key, timer) in user.timers { writer.writeTimer(key, user.uid, end: timer.end) }
        for client in user.domain.clients { writePeer(client) }
        for view in user.subscribers {
            writePeer(view.caller.client)
            writer.record(key(of: view)) { _ in true }
        }
    }

    private func writePeer(_ client: Client) {
        guard !peers.contains(client.name), let peer = service.bus.knownPeer(client.name) else { return }
        peers.insert(client.name)
        write(.peer(client.name), peer)
    }

    private func writePendingEffects() {
        writer.writePendingEffects(of: service.outbox.decisions.map { ($0.number, $0.user.uid, $0.effects) })
    }

    private func key(of view: View) -> StateKey {
        .subscriber(view.user.uid, view.caller.client.name, isOwn: view.paths == .own)
    }

    private func write(_ key: StateKey, _ value: (some Kept)?) {
        writer.record(key) { $0.write(value: value) }
    }
}

/// What a new service still has to do when it owns the name.
struct SuspendedState {
    let keeper: StateKeeper
    /// nil = there is no state of a service before.
    var kept: KeptState?
    /// The users whose state is not restored whole.
    var recoveries: [UInt32: Recovery] = [:]
    /// The providers of users whose state was given up.
    var lost: [(client: Client, identifier: String)] = []
}
