// SPDX-License-Identifier: MIT

/// What each app keeps, and what it may still take. The limits are the user's; an app gets at most as much as is still
/// free, so another app can always register, report, answer and end.
extension Domain {
    /// What this user keeps, as `Cost` counts it.
    package var bytes: Int {
        let kept =
            providers.costs.sum + calls.costs.sum + screenings.costs.sum + transactions.costs.sum + shells.costs.sum
            + switchedOff.cost + pastBytes
        return kept == 0 ? 0 : kept + Cost.user
    }

    /// The calls, actions and callers that are over and remembered.
    var pastBytes: Int {
        stories.ended.bytes + calls.used.bytes + transactions.completedBytes + providers.desktopEntries.bytes
            + alerts.filteredBytes
    }

    func bytes(of account: Account) -> Int {
        var bytes = providers.costs[account] + transactions.costs[account] + shells.costs[account]
        for provider in providers.idsOfAccount[account] ?? [] {
            bytes += calls.costs[provider] + screenings.costs[provider]
        }
        return bytes
    }

    /// What an app may still take that keeps `own` bytes. The users share the memory of the service as the apps share
    /// what is free to their user. An app that keeps little gets something also if its user has more than that: others
    /// may have come since.
    private func room(having own: Int) -> Int {
        let (all, toUser) = free
        let share = Share.available(of: toUser, used: 0, own: own)
        let little = min(Share.little, all / 16) - own
        return share >= little ? share : max(share, min(little, Share.littleOfUser - bytesOfLittleApps))
    }

    /// What the apps keep that keep little: many of them together are one app that has much.
    private var bytesOfLittleApps: Int {
        let requesters = transactions.costs.amounts.keys.compactMap(\.self)
        let accounts = Set(providers.costs.amounts.keys).union(requesters).union(shells.costs.amounts.keys)
        return accounts.reduce(0) { sum, account in
            let own = bytes(of: account)
            return own <= Share.little ? sum + own : sum
        }
    }

    /// What the service has free, and what of it is free to this user.
    private var free: (all: Int, toUser: Int) {
        let user = bytes
        let all = limits.registryBytes - elsewhere - user
        return (all, Share.available(of: all, used: 0, own: user))
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

    /// The same for the app of a provider. A modem always has room, so that nobody takes the room of an emergency call:
    /// the administrator chose its service, and the numbers of its providers and calls are limited.
    func checkRoom(for bytes: Int, at provider: Provider) throws(CallError) {
        if provider.providerClass == .voip { try checkRoom(for: bytes, of: provider.account) }
    }

    // MARK: Counts

    func checkProviderCount(of account: Account, _ providerClass: ProviderClass) throws(CallError) {
        let own = providers.idsOfAccount[account]?.count ?? 0
        try require(
            own < limits.providersPerApp, .limitsExceeded,
            "An app has at most \(limits.providersPerApp) providers. Invalidate one first.")
        if providerClass == .cellular { return }
        try checkShare(of: limits.providers, "providers", used: providers.count, own: own, "Invalidate one first.")
    }

    /// Refuses calls beyond the limits. `plan` has the calls that earlier actions of a request start. A call of a modem
    /// is refused only beyond the number of calls that an app may have.
    func checkCallCount(of provider: Provider, _ plan: Plan = Plan()) throws(CallError) {
        var own = 0
        for id in providers.idsOfAccount[provider.account] ?? [] {
            own += (providers[id]?.calls.count ?? 0) + (screenings.ofProvider[id]?.count ?? 0) + (plan.starts[id] ?? 0)
        }
        try require(
            own < limits.callsPerApp, .limitsExceeded,
            "An app has at most \(limits.callsPerApp) calls. End some first.")
        let used = calls.count + screenings.waiting.count + plan.starts.values.reduce(0, +)
        if provider.providerClass == .cellular { return }
        try checkShare(of: limits.calls, "calls", used: used, own: own, "End some first.")
    }

    func checkTransactionCount(of account: Account) throws(CallError) {
        let own = transactions.counts[account] ?? 0
        try require(
            own < limits.transactionsPerApp, .limitsExceeded,
            "\(limits.transactionsPerApp) transactions of this app wait already. Wait for TransactionCompleted.")
        try checkShare(
            of: limits.transactions, "waiting transactions", used: transactions.count, own: own,
            "Wait for TransactionCompleted.")
    }

    /// Refuses a request of a sandboxed app that has many in the lane already. Each may have to end the call of the one
    /// before, and the app may let that time out, while the requests of other apps wait.
    func checkLane(for request: Request, from caller: Caller) throws(CallError) {
        guard caller.app != nil, request.items.contains(where: { $0.kind.usesLane }) else { return }
        let waiting = lane.order.count { transactions[$0]?.requester?.account == caller.account }
        try require(
            waiting < limits.waitingTransactionsPerSandbox, .limitsExceeded,
            "\(waiting) transactions of this app wait for their turn already. Wait for TransactionCompleted.")
    }

    /// A shell that registers again counts once.
    func checkShellCount(of caller: Caller) throws(CallError) {
        let others = shells.all.filter { $0.client != caller.client }
        let own = others.count { $0.account == caller.account }
        try checkShare(of: limits.shells, "shells", used: others.count, own: own, "Disconnect one first.")
    }

    private func checkShare(
        of limit: Int, _ things: String, used: Int, own: Int, _ help: String
    ) throws(CallError) {
        try require(
            Share.available(of: limit, used: used, own: own) > 0, .limitsExceeded,
            "A user has at most \(limit) \(things), and an app not more than are still free. This app has \(own). \(help)"
        )
    }

    // MARK: The past

    /// What is over is remembered as far as there is room, as if it were one more app.
    var hasRoomForPast: Bool {
        let (all, toUser) = free
        return pastBytes <= max(toUser, min(Share.little, all / 16))
    }

    /// Forgets what is beyond that, the oldest first: stories and desktop entries before the ids, which tell a repeated
    /// request or report from a new one.
    mutating func forgetPast() {
        while !hasRoomForPast {
            guard
                stories.forgetOldest() || providers.forgetOldestEntry() || transactions.forgetOldest()
                    || calls.forgetOldestFormer()
            else { return }
        }
    }
}

/// The rule by which apps share the limits of their user, and users the memory of the service. dbus-broker shares in
/// the same way.
package enum Share {
    /// What one of those who share a limit may still take: it has at most as much as is still free. So one alone gets
    /// half, the next one a quarter, and so on.
    package static func available(of limit: Int, used: Int, own: Int) -> Int { limit - used - own }

    /// Bytes of an app that keeps little: some twenty calls.
    static var little: Int { 64 << 10 }

    /// Bytes of all apps of a user that keep little.
    static var littleOfUser: Int { 16 * little }
}

/// An amount for each owner, with the sum.
struct Tally<Owner: Hashable & Sendable>: Hashable, Sendable {
    private(set) var amounts: [Owner: Int] = [:]
    private(set) var sum = 0

    subscript(owner: Owner) -> Int { amounts[owner] ?? 0 }

    /// A negative amount is given back. An owner without an amount has no entry.
    mutating func add(_ amount: Int, to owner: Owner) {
        guard amount != 0 else { return }
        sum += amount
        let now = self[owner] + amount
        amounts[owner] = now == 0 ? nil : now
    }
}
