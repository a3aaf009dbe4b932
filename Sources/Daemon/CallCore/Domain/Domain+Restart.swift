// SPDX-License-Identifier: MIT

/// A restart is no event for the calls: they stay as they are. The service only performs what its predecessor still
/// owed, and asks again for what the kill may have lost.
extension Domain {
    /// How long after a restart an app has to complete an action before it is told again; microseconds.
    private static var timeUntilRepetition: UInt64 { 500_000 }

    mutating func continueAfter(_ restart: Restart) {
        restartedAt = now
        let certain = restart.debts.dropFirst(restart.firstMayBePaid ? 1 : 0)
        let unsent = Set(certain.compactMap { if case .perform(let action) = $0 { action } else { nil } })
        for transaction in transactions.values.sorted(by: { $0.serial < $1.serial }) {
            guard let action = transaction.current, action.progress == .delivered else { continue }
            if restart.overdue.contains(action.id) { extend(action, of: transaction) }
            if !unsent.contains(action.id) { doubt(action, of: transaction) }
        }
        for (place, debt) in restart.debts.enumerated() {
            pay(debt, mayBePaid: place == 0 && restart.firstMayBePaid)
        }
        askAgain()
        output.tells.removeAll { $0.receiver.map(restart.absent.contains) ?? false }
    }

    /// The question to the directory or its answer may be lost, and the news of ended calls too.
    private mutating func askAgain() {
        guard let directory = screenings.directory else { return }
        output.tells += screenings.inOrder.map { .screen(directory.client, $0) } + callsEnded
    }

    /// A deadline that passed while no service ran begins anew, once.
    private mutating func extend(_ action: Action, of transaction: Transaction) {
        switch action.restart {
        case .none: giveTime(to: action, in: transaction)
        case .survived, .repeated: output.tells.append(.startTimer(.action(action.id), after: 0))
        }
    }

    /// The action or its completion may be lost: its provider is told again if it does not complete it soon.
    private mutating func doubt(_ action: Action, of transaction: Transaction) {
        transactions.setRestart(.survived, ofCurrentIn: transaction.id)
        if action.kind.mayBePerformedTwice {
            output.tells.append(.startTimer(.again(action.id), after: Self.timeUntilRepetition))
        }
    }

    /// The provider did not complete the action since the restart.
    mutating func performAgain(_ id: ActionID) {
        guard let transaction = transactions[of: id], transaction.current?.id == id else { return }
        transactions.setRestart(.repeated, ofCurrentIn: transaction.id)
        tell(id, isRepeated: true)
    }

    /// A provider that fails an action that it was told twice has most likely performed it the first time. A call that
    /// its provider cannot end after a restart is most likely over.
    func afterRestart(_ outcome: Outcome, of action: Action) -> Outcome {
        switch (outcome, action.restart) {
        case (.failed, .repeated): .fulfilled(at: 0)
        case (.failed, .survived): action.kind == .end ? .fulfilled(at: 0) : outcome
        case (.failed, .none), (.fulfilled, _), (.timedOut, _): outcome
        }
    }

    /// Performs an effect of the killed service, unless the provider might get an action twice.
    private mutating func pay(_ debt: Debt, mayBePaid: Bool) {
        switch debt {
        case .perform(let action): if !mayBePaid { tell(action, isRepeated: false) }
        case .tell(let client, let provider, let signal):
            if mayBePaid, case .didActivate(let session) = signal {
                output.tells.append(.tell(client, provider: provider, .didDeactivate(session)))
            }
            output.tells.append(.tell(client, provider: provider, signal))
        case .shellIsPrimary(let client, let isPrimary): output.tells.append(.shellIsPrimary(client, isPrimary))
        case .providerAdded(let id): if let provider = providers[id] { output.tells.append(.providerAdded(provider)) }
        case .providerChanged(let id):
            if let provider = providers[id] { output.tells.append(.providerRestated(provider)) }
        case .providerRemoved(let provider): output.tells.append(.providerRemoved(provider))
        case .callAdded(let id): if let call = calls[id] { output.tells.append(.callAdded(call)) }
        case .callChanged(let id): if let call = calls[id] { output.tells.append(.callRestated(call)) }
        case .callRemoved(let call): output.tells += [.callRestated(call), .callRemoved(call)]
        case .audioChanged: output.tells.append(.audioRestated(audio))
        case .transactionCompleted(let client, let id, let result, let inserted):
            output.tells.append(.transactionCompleted(client, id, result, inserted: inserted))
        case .directoryChanged: output.tells.append(.directoryChanged(screenings.directory != nil))
        }
    }
}

extension Effect {
    /// The only client that is told; nil = the subscribers, or none.
    fileprivate var receiver: Client? {
        switch self {
        case .tell(let client, _, _), .shellIsPrimary(let client, _), .transactionCompleted(let client, _, _, _),
            .screen(let client, _), .callsEnded(let client, _):
            client
        case .startTimer, .cancelTimer, .providerAdded, .providerChanged, .providerRemoved, .callAdded, .callChanged,
            .callRemoved, .audioChanged, .providerRestated, .callRestated, .audioRestated, .screened,
            .directoryChanged:
            nil
        }
    }
}

extension ActionKind {
    /// Whether an app can perform it a second time without harm. A second start would dial twice, and a second tone
    /// would sound twice.
    var mayBePerformedTwice: Bool {
        switch self {
        case .answer, .end, .setHeld, .setMuted, .setGroup: true
        case .start, .playDTMF: false
        }
    }
}
