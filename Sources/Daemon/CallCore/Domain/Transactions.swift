// SPDX-License-Identifier: MIT

/// The transactions that are not completed, found by their own id and by that of each open action, and the ids of those
/// that completed recently.
struct Transactions: Sendable {
    private(set) var open: [TransactionID: Transaction] = [:]
    /// The transaction of each action that is not completed.
    private(set) var ofAction: [ActionID: TransactionID] = [:]
    /// How many transactions each app has requested. An app without any has no entry.
    private(set) var counts: [Account: Int] = [:]
    /// What the transactions of each app cost; nil = of the service's own.
    private(set) var costs = Tally<Account?>()
    var lastSerial: UInt64 = 0
    /// The transactions that changed since `takeUnwritten`.
    private var unwritten = Touched<TransactionID>()
    /// Distinguishes a second completion from an unknown action. The value is the provider whose report fulfilled the
    /// action; nil if the action was completed in another way.
    private(set) var completedActions: RecentValues<ActionID, ProviderID?>
    /// The ids of completed transactions, each with the request that chose the id.
    private(set) var completed: RecentValues<TransactionID, NamedRequest?>

    init(limits: Limits) {
        completedActions = RecentValues(capacity: limits.completedActions)
        completed = RecentValues(capacity: limits.completedTransactions) { Cost.entry + ($1?.cost ?? 0) }
    }

    /// What the completed ones cost.
    var completedBytes: Int { completed.bytes + completedActions.bytes }

    /// Forgets the one that completed first. Returns false if there is none.
    mutating func forgetOldest() -> Bool { completed.removeOldest() || completedActions.removeOldest() }

    subscript(id: TransactionID) -> Transaction? { open[id] }

    subscript(of action: ActionID) -> Transaction? { ofAction[action].flatMap { open[$0] } }

    var values: some Collection<Transaction> { open.values }
    var isEmpty: Bool { open.isEmpty }
    var count: Int { open.count }

    func contains(_ id: TransactionID) -> Bool { open[id] != nil }

    func isTaken(_ id: ActionID) -> Bool { ofAction[id] != nil || completedActions.contains(id) }

    func isTaken(_ id: TransactionID) -> Bool { open[id] != nil || completed.contains(id) }

    func isCompleted(_ id: ActionID) -> Bool { completedActions.contains(id) }

    /// The provider whose report fulfilled an action; nil if the action was completed in another way.
    func reporter(of id: ActionID) -> ProviderID? { completedActions[id] ?? nil }

    func isCompleted(_ id: TransactionID) -> Bool { completed.contains(id) }

    /// The request that chose this id; nil if the service chose it.
    func request(named id: TransactionID) -> NamedRequest? { open[id].map(\.named) ?? completed[id] ?? nil }

    /// The completed requests whose requesters chose the ids.
    var completedRequests: [NamedRequest] { completed.inOrder.compactMap(\.self) }

    // MARK: Begin and end

    /// The place of the next transaction in the order of acceptance.
    mutating func nextSerial() -> UInt64 {
        lastSerial += 1
        return lastSerial
    }

    mutating func begin(_ transaction: Transaction) {
        unwritten.insert(transaction.id)
        for action in transaction.actions { ofAction[action.id] = transaction.id }
        add(transaction)
    }

    private mutating func add(_ transaction: Transaction) {
        open[transaction.id] = transaction
        let account = transaction.requester?.account
        costs.add(transaction.cost, to: account)
        if let account { counts[account, default: 0] += 1 }
    }

    /// Removes a transaction. Its id stays taken for a while.
    mutating func remove(_ id: TransactionID) {
        guard let transaction = open.removeValue(forKey: id) else { return }
        unwritten.insert(id)
        completed.insert(id, transaction.named)
        let account = transaction.requester?.account
        costs.add(-transaction.cost, to: account)
        guard let account, let count = counts[account] else { return }
        counts[account] = count > 1 ? count - 1 : nil
    }

    /// Remembers a request that was answered with another request's transaction.
    mutating func remember(_ id: TransactionID, _ request: NamedRequest?) { completed.insert(id, request) }

    /// A connection is gone. Its unique name never returns, so nothing repeats its requests.
    mutating func forgetRequests(of client: Client) {
        completed.mapValues { $0?.client == client ? nil : $0 }
    }

    // MARK: The audience

    /// Adds a connection that is told how the transaction ends.
    mutating func addListener(_ client: Client, to id: TransactionID) {
        update(id) { if !$0.audience.contains(client) { $0.audience.append(client) } }
    }

    mutating func clearAudience(of id: TransactionID) { update(id) { $0.audience = [] } }

    // MARK: Actions

    /// Puts actions before the one that is next.
    mutating func insert(_ actions: [Action], into id: TransactionID) {
        update(id) { $0.actions.insert(contentsOf: actions, at: $0.next) }
        for action in actions { ofAction[action.id] = id }
    }

    /// The provider has the current action now.
    mutating func markDelivered(_ id: TransactionID) {
        update(id) { $0.actions[$0.next].progress = .delivered }
    }

    mutating func setDeadline(_ deadline: Time, ofCurrentIn id: TransactionID) {
        update(id) { $0.actions[$0.next].deadline = deadline }
    }

    /// Notes that a restart of the service may have lost the completion of the current action.
    mutating func setRestart(_ restart: Action.Restart, ofCurrentIn id: TransactionID) {
        update(id) { $0.actions[$0.next].restart = restart }
    }

    /// Counts an action among those that a provider was given.
    mutating func countDelivery(to provider: ProviderID, of id: TransactionID) {
        update(id) { $0.delivered[provider, default: 0] += 1 }
    }

    /// Remembers what a provider said about an action before the turn of the action.
    mutating func rememberEarly(_ outcome: Outcome, ofActionAt place: Int, in id: TransactionID) {
        update(id) { $0.actions[place].early = outcome }
    }

    /// The service performs the current action itself.
    mutating func fulfilCurrentEarly(of id: TransactionID) {
        update(id) { $0.actions[$0.next].early = .fulfilled(at: 0) }
    }

    /// The transaction will fail when its current action is completed.
    mutating func giveUp(behindCurrentOf id: TransactionID, _ failure: Action.Failure) {
        update(id) { transaction in
            for place in transaction.actions.indices where place > transaction.next {
                transaction.actions[place].failure = failure
            }
        }
    }

    /// An action is completed. Returns false if it was completed before: an old id may name a newer action.
    mutating func complete(_ action: ActionID, of id: TransactionID) -> Bool {
        guard ofAction[action] == id else { return false }
        ofAction[action] = nil
        update(id) { transaction in
            guard let place = transaction.actions.firstIndex(where: { $0.id == action }) else { return }
            transaction.actions[place].progress = .completed
        }
        completedActions.insert(action, nil)
        return true
    }

    /// A report of the provider has fulfilled the action, which is completed now.
    mutating func noteReport(of action: ActionID, by provider: ProviderID) { completedActions.insert(action, provider) }

    /// The turn of the next action comes.
    mutating func advance(_ id: TransactionID) { update(id) { $0.next += 1 } }

    /// Removes the current action as if it had never been inserted.
    mutating func removeCurrent(of id: TransactionID) {
        update(id) { $0.actions.remove(at: $0.next) }
    }

    private mutating func update(_ id: TransactionID, _ change: (inout Transaction) -> Void) {
        guard let place = open.index(forKey: id) else { return }
        let cost = open.values[place].cost
        change(&open.values[place])
        costs.add(open.values[place].cost - cost, to: open.values[place].requester?.account)
        unwritten.insert(id)
    }

    // MARK: Across a restart

    mutating func takeUnwritten() -> [TransactionID] { unwritten.take() }

    mutating func takeCompletedActionChanges() -> [Int] { completedActions.takeChanges() }
    mutating func takeCompletedChanges() -> [Int] { completed.takeChanges() }

    mutating func restore(_ transaction: Transaction) {
        for action in transaction.actions where action.progress != .completed { ofAction[action.id] = transaction.id }
        add(transaction)
    }

    mutating func restore(
        actions: [RecentValues<ActionID, ProviderID?>.Entry],
        transactions: [RecentValues<TransactionID, NamedRequest?>.Entry]
    ) {
        completedActions.restore(actions)
        completed.restore(transactions)
    }
}

/// The transactions that have their turn, and those that wait for it. Start, answer, hold and group pass the lane one
/// transaction at a time.
struct Lane: Hashable, Sendable {
    /// The transactions in the lane. The first one has its turn.
    private(set) var order: [TransactionID] = []
    /// The transactions to look at again, because they may be able to continue.
    private(set) var runnable: [TransactionID] = []
    /// The transactions outside the lane that wait until a call has ended or its end was refused.
    private(set) var waitingForEnd: [CallID: [TransactionID]] = [:]

    var first: TransactionID? { order.first }

    /// Asks for another look at a transaction.
    mutating func wake(_ id: TransactionID) { runnable.append(id) }

    /// The next transaction to look at; nil when none is left.
    mutating func nextRunnable() -> TransactionID? { runnable.isEmpty ? nil : runnable.removeFirst() }

    mutating func enter(_ id: TransactionID, at place: Int) { order.insert(id, at: place) }

    /// Takes a transaction out of the lane. If it had its turn, the next one has it now.
    mutating func leave(_ id: TransactionID) {
        guard let place = order.firstIndex(of: id) else { return }
        order.remove(at: place)
        if place == 0, let next = order.first { wake(next) }
    }

    /// Replaces the order of the transactions behind the first one.
    mutating func reorder(behindFirst waiting: [TransactionID]) { order = order.prefix(1) + waiting }

    mutating func wait(_ id: TransactionID, forEndOf call: CallID) { waitingForEnd[call, default: []].append(id) }

    /// A call has ended, or its end was refused.
    mutating func wakeWaiters(for call: CallID) {
        guard let waiters = waitingForEnd.removeValue(forKey: call) else { return }
        runnable += waiters
    }
}

extension Lane: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(order)
        writer.write(runnable)
        writer.write(waitingForEnd)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        order = try reader.read()
        runnable = try reader.read()
        waitingForEnd = try reader.read()
    }
}
