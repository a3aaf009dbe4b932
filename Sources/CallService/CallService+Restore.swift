// SPDX-License-Identifier: MIT

internal import CallCore
package import SDBus
internal import StateFile

/// What a new service still has to do when it owns the name.
struct SuspendedState {
    let keeper: StateKeeper
    let kept: KeptState?
    let recovery: Recovery
    let crashes: CrashGuard
}

/// What a service does with the state that it finds. It depends on how many services ended while they handled it.
enum Recovery {
    case proceed
    /// Keep only the facts that apps could report again.
    case reduce
    /// End all calls, and tell the providers.
    case reset
    case drop

    init(afterCrashes crashes: Int) {
        switch crashes {
        case ...2: self = .proceed
        case 3: self = .reduce
        case 4: self = .reset
        default: self = .drop
        }
    }

    /// For the log; nil = the state is restored whole.
    var consequence: String? {
        switch self {
        case .proceed: nil
        case .reduce: "only the facts about the calls are restored"
        case .reset: "the calls are ended"
        case .drop: "the state is dropped"
        }
    }
}

/// A new service continues where the last one stopped: it restores the state before it requests the name, and performs what
/// was owed when it has the name. Until then the file stays as it is, so a kill in between loses nothing.
extension CallService {
    /// Keeps the state in that folder. Takes over the state that the last service left there. Call it after `export` and before
    /// the name is requested, and `resume` afterwards.
    package func keepState(in folder: String) throws(BusError) {
        try keepState(in: folder, StateFile(in: folder, format: StateWriter.format))
    }

    func keepState(in folder: String, _ file: StateFile) throws(BusError) {
        let files = KeptFiles(folder: folder, most: policy.limits.keptFileBytes)
        let crashes = CrashGuard(in: folder)
        let contents = file.read()
        if contents == nil, file.isThere {
            log(.state("the kept state was dropped: it is damaged"))
        }
        let wasBusy = contents.map { Progress($0.progress).isBusy } ?? false
        let count = crashes.begin(at: clock.elapsed(), afterCrash: wasBusy)
        let recovery = Recovery(afterCrashes: count)
        if let consequence = recovery.consequence {
            log(.state("\(count) services ended while they handled the kept state: \(consequence)"))
        }
        let bus = try bus.busID
        let kept = recovery == .drop ? nil : contents.flatMap { read($0, bus) }
        let known = recovery == .reset ? nil : kept?.identity
        let identity = known ?? ServiceIdentity(instance: instance, bus: bus)
        if let kept {
            adopt(kept, identity)
            restore(kept, files)
        } else {
            files.removeAll()
        }
        let keeper = StateKeeper(self, file, files, identity)
        suspended = SuspendedState(keeper: keeper, kept: kept, recovery: recovery, crashes: crashes)
    }

    private func read(_ contents: StateFile.Contents, _ bus: String) -> KeptState? {
        do throws(UnreadableState) {
            let kept = try KeptState(contents, policy: policy)
            return kept.identity?.bus == bus ? kept : nil
        } catch {
            log(.state("the kept state was dropped: \(error.message)"))
            return nil
        }
    }

    private func restore(_ kept: KeptState, _ files: KeptFiles) {
        for peer in kept.peers { bus.adopt(peer) }
        for user in users.values { user.restoreFiles(from: files) }
        for (uid, name, isOwn) in kept.subscribers {
            if let view = try? view(of: isOwn ? nil : uid, for: name) { add(view) }
        }
    }

    /// Performs what the last service owed, and starts the timers. Call it when the name is owned.
    package func resume() throws(BusError) {
        guard let suspended else { return }
        self.suspended = nil
        let absent = try absentPeers(of: suspended.kept)
        if let kept = suspended.kept {
            recover(kept, suspended.recovery, absent: Set(absent.map { Client(name: $0.name) }))
        }
        begin(suspended.keeper)
        for peer in absent { bus.reportLoss(of: peer.name) }
        for user in users.values { refreshSessions(of: user) }
        suspended.crashes.end()
    }

    private func recover(_ kept: KeptState, _ recovery: Recovery, absent: Set<Client>) {
        switch recovery {
        case .proceed: return restart(kept, absent: absent)
        case .reduce: for user in users.values { reduce(user) }
        case .reset: for user in users.values { reset(user) }
        case .drop: break
        }
    }

    private func restart(_ kept: KeptState, absent: Set<Client>) {
        var overdue: [UInt32: [ActionID]] = [:]
        let now = clock.elapsed()
        for (uid, key, end) in kept.timers {
            if end <= now, case .action(let action) = key {
                overdue[uid, default: []].append(action)
            } else {
                existingUser(uid)?.start(key, after: end > now ? end - now : 0)
            }
        }
        for user in users.values.sorted(by: { $0.uid < $1.uid }) {
            let owed = kept.debts[user.uid]
            restart(
                user,
                Restart(
                    debts: owed?.debts ?? [], firstMayBePaid: owed?.firstMayBePaid ?? false,
                    overdue: overdue[user.uid] ?? [], absent: absent))
        }
    }

    /// The clients that left the bus while no service ran.
    private func absentPeers(of kept: KeptState?) throws(BusError) -> [Peer] {
        guard let kept, !kept.peers.isEmpty else { return [] }
        let present = try bus.uniqueNames()
        return kept.peers.filter { !present.contains($0.name) }
    }

    private func refreshSessions(of user: User) {
        for session in user.domain.shellSessions {
            guard let isActive = try? watch(session: session, of: user) else { continue }
            happen(.sessionActivity(session: session, isActive: isActive), to: user)
        }
    }
}
