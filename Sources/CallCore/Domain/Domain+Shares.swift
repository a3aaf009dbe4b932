// SPDX-License-Identifier: MIT

/// What each app keeps, and what it may still take. The limits are the user's; an app gets at most as much as is still free, so
/// another app can always register, report, answer and end.
extension Domain {
    /// What this user keeps, as `Cost` counts it.
    package var bytes: Int {
        let kept =
            providers.costs.sum + calls.costs.sum + screenings.costs.sum + transactions.costs.sum + shells.costs.sum
            + pastBytes
        return kept == 0 ? 0 : kept + Cost.user
    }

    /// The calls, actions and callers that are over and remembered.
    var pastBytes: Int {
        stories.endedBytes + calls.usedBytes + transactions.completedBytes + providers.desktopEntryBytes
            + alerts.filteredBytes
    }

    func bytes(of account: Account) -> Int {
        var bytes = providers.costs[account] + transactions.costs[account] + shells.costs[account]
        for provider in providers.idsOfAccount[account] ?? [] {
            bytes += calls.costs[provider] + screenings.costs[provider]
        }
        return bytes
    }

    /// What an app may still take that keeps `own` bytes. The users share the memory of the registry as the apps share what is
    /// free to their user. An app that keeps little gets something also if its user has more than that: others may have come since.
    private func room(having own: Int) -> Int {
        let (all, toUser) = free
        return max(Share.rest(of: toUser, used: 0, own: own), min(Share.little - own, all / 16))
    }

    /// What is free in the registry, and what of it is free to this user.
    private var free: (all: Int, toUser: Int) {
        let user = bytes
        let all = limits.registryBytes - elsewhere - user
        return (all, Share.rest(of: all, used: 0, own: user))
    }

    func hasRoom(for bytes: Int, of account: Account) -> Bool { bytes <= room(having: self.bytes(of: account)) }

    /// Refuses what an app has no room for.
    func checkRoom(for bytes: Int, of account: Account) throws(CallError) {
        guard bytes > 0, !hasRoom(for: bytes, of: account) else { return }
        throw CallError(
            .limitsExceeded,
            "This app keeps \(self.bytes(of: account)) bytes in the registry, and has no room for \(bytes) more. "
                + "End some calls, or use shorter texts.")
    }

    // MARK: Counts

    func checkProviderCount(of account: Account) throws(CallError) {
        let own = providers.idsOfAccount[account]?.count ?? 0
        guard own < limits.providersPerApp else {
            throw CallError(
                .limitsExceeded, "An app has at most \(limits.providersPerApp) providers. Invalidate one first.")
        }
        guard Share.rest(of: limits.providers, used: providers.count, own: own) > 0 else {
            throw Self.beyondShare("providers", own, limits.providers, "Invalidate one first.")
        }
    }

    /// Refuses calls beyond the limits. `plan` has the calls that earlier actions of a request start. An emergency call is
    /// refused only beyond the number of calls that an app may have: its provider is a modem of the administrator.
    func checkCallCount(of provider: Provider, _ plan: Plan = Plan(), isEmergency: Bool = false) throws(CallError) {
        var own = 0
        for id in providers.idsOfAccount[provider.account] ?? [] {
            own += (providers[id]?.calls.count ?? 0) + (screenings.ofProvider[id]?.count ?? 0) + (plan.starts[id] ?? 0)
        }
        guard own < limits.callsPerApp else {
            throw CallError(.limitsExceeded, "An app has at most \(limits.callsPerApp) calls. End some first.")
        }
        let used = calls.count + screenings.waiting.count + plan.starts.values.reduce(0, +)
        guard isEmergency || Share.rest(of: limits.calls, used: used, own: own) > 0 else {
            throw Self.beyondShare("calls", own, limits.calls, "End some first.")
        }
    }

    func checkTransactionCount(of account: Account) throws(CallError) {
        let own = transactions.counts[account] ?? 0
        guard own < limits.transactionsPerApp else {
            throw CallError(
                .limitsExceeded,
                "\(limits.transactionsPerApp) transactions of this app wait already. Wait for TransactionCompleted.")
        }
        guard Share.rest(of: limits.transactions, used: transactions.count, own: own) > 0 else {
            throw Self.beyondShare("waiting transactions", own, limits.transactions, "Wait for TransactionCompleted.")
        }
    }

    /// A shell that registers again counts once.
    func checkShellCount(of caller: Caller) throws(CallError) {
        let others = shells.all.filter { $0.client != caller.client }
        let own = others.count { $0.account == caller.account }
        guard Share.rest(of: limits.shells, used: others.count, own: own) > 0 else {
            throw Self.beyondShare("shells", own, limits.shells, "Disconnect one first.")
        }
    }

    private static func beyondShare(_ things: String, _ own: Int, _ limit: Int, _ help: String) -> CallError {
        CallError(
            .limitsExceeded,
            "A user has at most \(limit) \(things), and an app not more than are still free. This app has \(own). \(help)"
        )
    }

    // MARK: The past

    /// What is over is remembered as far as there is room, as if it were one more app.
    var hasRoomForPast: Bool {
        let (all, toUser) = free
        return pastBytes <= max(toUser, min(Share.little, all / 16))
    }

    /// Forgets what is beyond that: first what takes most, and of that the oldest.
    mutating func forgetPast() {
        while !hasRoomForPast {
            switch max(stories.endedBytes, transactions.completedBytes, calls.usedBytes, providers.desktopEntryBytes) {
            case 0: return
            case stories.endedBytes: stories.forgetOldest()
            case transactions.completedBytes: transactions.forgetOldest()
            case calls.usedBytes: calls.forgetOldestFormer()
            case _: providers.forgetOldestEntry()
            }
        }
    }
}
