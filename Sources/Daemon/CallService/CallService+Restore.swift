// SPDX-License-Identifier: MIT

internal import CallCore
package import SDBus

/// A new service continues where the last one stopped: it restores the state before it requests the name, and performs
/// the pending effects when it has the name. Until then the file stays as it is, so a kill in between loses nothing.
extension CallService {
    /// Keeps the state in that folder. Takes over the state that the last service left there. Call it after `export`
    /// and before the name is requested, and `resume` afterwards.
    package func keepState(in folder: String) throws(BusError) {
        let file = StateFile(in: folder, format: StateWriter.format)
        try keepState(in: folder, file, CrashGuard.words(in: folder))
    }

    func keepState(in folder: String, _ file: StateFile, _ words: MappedWords) throws(BusError) {
        let files = KeptFiles(folder: folder, most: policy.limits.keptFileBytes)
        let (crashes, bus) = (CrashGuard(words), try bus.busID)
        crashes.take(.file)
        var kept = crashes.counts.areOfFile ? giveUpFile(crashes) : read(file, bus)
        let identity = kept?.identity ?? ServiceIdentity(instance: instance, bus: bus)
        let keeper = StateKeeper(self, file, files, identity, crashes)
        var suspended = SuspendedState(keeper: keeper, kept: nil)
        if let kept {
            adopt(kept, identity)
        } else {
            files.removeAll()
            crashes.clearAll()
        }
        for user in kept?.takeUsers() ?? [] {
            crashes.take(.user(user.uid))
            if !restore(user, kept?.instances[user.uid], &suspended) { kept?.giveUp(user.uid, &suspended.lost) }
        }
        crashes.take(.file)
        // After a reset that was not told to its end a user may have no other records.
        for uid in kept?.pending.keys.filter({ users[$0] == nil }) ?? [] { kept?.giveUp(uid, &suspended.lost) }
        if let kept { restore(kept) }
        suspended.kept = kept
        self.suspended = suspended
        crashes.becomeIdle()
    }

    private func giveUpFile(_ crashes: CrashGuard) -> KeptState? {
        noteStateLoss("\(crashes.counts.count(.file)) services ended while they read the kept state: it is dropped")
        crashes.clear(.file)
        return nil
    }

    /// nil if there is no state, or none that can be continued.
    private func read(_ file: StateFile, _ bus: String) -> KeptState? {
        let contents: StateContents?
        do throws(StateFileError) { contents = try file.read() } catch {
            noteStateLoss("the kept state was dropped: \(error.message)")
            return nil
        }
        guard let contents else { return nil }
        do throws(UnreadableState) {
            let kept = try KeptState(contents)
            return kept.identity?.bus == bus ? kept : nil
        } catch {
            noteStateLoss("the kept state was dropped: \(error.message)")
            return nil
        }
    }

    /// Restores the user's domain, if services did not end with it again and again. False if the user's state is given
    /// up.
    private func restore(_ kept: KeptUser, _ instance: String?, _ suspended: inout SuspendedState) -> Bool {
        let (keeper, uid) = (suspended.keeper, kept.uid)
        let recovery = keeper.crashes.counts.recovery(of: uid)
        var (domain, problem): (Domain?, String?) = (nil, nil)
        if let consequence = recovery.consequence {
            let count = keeper.crashes.counts.count(.user(uid))
            problem = "\(count) services ended while they handled the state of the user \(uid): \(consequence)"
        }
        if recovery != .drop {
            do throws(UnreadableState) { domain = try kept.domain(policy: policy) } catch {
                problem = "the kept state of the user \(uid) was dropped: \(error.message)"
            }
        }
        if let problem { log(.state(problem)) }
        let user = adopt(domain, of: uid, ownInstance: instance)
        suspended.recoveries[uid] = domain == nil ? .drop : recovery
        if domain == nil || recovery == .reset { beginAnew(user, because: problem ?? "") }
        guard domain == nil else {
            user.restoreFiles(from: keeper.files)
            return true
        }
        suspended.lost += kept.providers
        keeper.files.removeAll(of: uid)
        return false
    }

    private func restore(_ kept: KeptState) {
        for peer in kept.peers { bus.adopt(peer) }
        for (uid, name, isOwn) in kept.subscribers {
            if let view = try? view(of: isOwn ? nil : uid, for: name) { add(view) }
        }
    }

    /// Performs the pending effects of the last service, and starts the timers. Call it when the name is owned.
    package func resume() throws(BusError) {
        guard let suspended else { return }
        self.suspended = nil
        let absent = try absentPeers(of: suspended.kept)
        if let kept = suspended.kept {
            restart(kept, suspended, absent: Set(absent.map { Client(name: $0.name) }))
        }
        sendReset(suspended.lost)
        begin(suspended.keeper)
        for peer in absent { bus.reportLoss(of: peer.name) }
        for user in users.values { refreshSessions(of: user) }
    }

    private func restart(_ kept: KeptState, _ suspended: SuspendedState, absent: Set<Client>) {
        let now = clock.elapsed()
        var overdue: [UInt32: [ActionID]] = [:]
        for (uid, key, end) in kept.timers where suspended.recoveries[uid] == .proceed {
            if end <= now, case .action(let action) = key {
                overdue[uid, default: []].append(action)
            } else {
                existingUser(uid)?.start(key, after: end > now ? end - now : 0)
            }
        }
        for user in users.values.sorted(by: { $0.uid < $1.uid }) {
            suspended.keeper.crashes.take(.user(user.uid))
            let owed = kept.pending[user.uid]
            let restart = Restart(
                pending: owed?.effects ?? [], firstMayBeDone: owed?.firstMayBeDone ?? false,
                overdue: overdue[user.uid] ?? [], absent: absent)
            switch suspended.recoveries[user.uid] ?? .proceed {
            case .proceed: self.restart(user, restart)
            case .reduce: reduce(user)
            case .reset: reset(user)
            case .drop: break
            }
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
