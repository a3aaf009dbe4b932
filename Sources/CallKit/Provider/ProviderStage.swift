// SPDX-License-Identifier: MIT

internal import AVFAudio
internal import CallLibrary
internal import Dispatch
internal import Foundation

/// Hands what the service says to a provider's delegate, one thing after another, on its queue.
final class ProviderStage: @unchecked Sendable {
    private let lock = NSLock()
    private weak var delegate: (any CXProviderDelegate)?
    private var turns: Turns?
    private var hasBegun = false
    private var isClosed = false
    /// Whether the delegate has the audio, with all that it is to be told.
    private var isActive = false
    /// What the delegate was not told yet, also for want of one.
    private var news: [ProviderNews] = []
    private var open: [UUID: OpenTransaction] = [:]
    /// The last transactions that have lost an action. The service may go on with the rest of one.
    private var interrupted: [OpenTransaction] = []
    /// The last actions that were complete before their turn: that may be on its way.
    private var early: [UUID] = []
    /// The actions whose time was over before the delegate had time for that.
    private var expired: Set<UUID> = []
    private let ownQueue = DispatchQueue(label: "org.monkeycall.CallKit.provider")
    private let identifier: String
    weak var provider: CXProvider?

    init(_ identifier: String) { self.identifier = identifier }

    private struct OpenTransaction {
        let transaction: CXTransaction
        /// What was announced, and had no turn yet.
        var undelivered: Set<UUID>
        /// The delegate has taken it over as a whole.
        var isTaken = false
    }

    /// The delegate's turns on the queue that came with it. Another delegate has turns of its own.
    private final class Turns {
        let queue: DispatchQueue
        /// Those that have come and are not over. More than one if the queue is concurrent.
        var count = 0

        init(on queue: DispatchQueue) { self.queue = queue }
    }

    /// Where completions of reports are called.
    var completionQueue: DispatchQueue {
        // The delegate is let go of without the lock: its end may be the provider's.
        let (listener, queue) = lock.withLock { (delegate, turns?.queue) }
        return listener == nil ? ownQueue : queue ?? ownQueue
    }

    var pendingTransactions: [CXTransaction] {
        lock.withLock { open.values.map(\.transaction).filter { !$0.isComplete } }
    }

    func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue) {
        lock.withLock {
            self.delegate = delegate
            turns = delegate.map { _ in Turns(on: queue) }
            guard delegate != nil, !isClosed else { return }
            if hasBegun, !news.contains(where: \.isBegin) { news.insert(.didBegin, at: 0) }
            for _ in news { addTurn() }
        }
    }

    func close() {
        lock.withLock {
            isClosed = true
            news = []
        }
    }

    /// On the service thread.
    func receive(_ latest: ProviderNews) {
        switch latest {
        case .didActivate: AVAudioSession.callDidActivate()
        case .didDeactivate: AVAudioSession.callDidDeactivate()
        case .didBegin, .perform, .timedOut, .startCallRequested: break
        }
        lock.withLock {
            if latest.isBegin { hasBegun = true }
            if case .timedOut(let action) = latest { expired.insert(action) }
            guard !isClosed, alternates(latest) else { return }
            news.append(latest)
            addTurn()
        }
    }

    /// Whether it is no second activation, or deactivation, in a row: a service that is new activates what the app has from
    /// the one before.
    private func alternates(_ latest: ProviderNews) -> Bool {
        switch latest {
        case .didActivate where isActive, .didDeactivate where !isActive: return false
        case .didActivate: isActive = true
        case .didDeactivate: isActive = false
        case .didBegin, .perform, .timedOut, .startCallRequested: break
        }
        return true
    }

    /// With the lock, so that everything has its place in the queue. There is a turn for each thing to tell.
    private func addTurn() {
        guard let turns else { return }
        let own = Confined(turns)
        turns.queue.async { [self] in take(own.value) }
    }

    /// One after another, on a concurrent queue too: what comes meanwhile is told by whoever tells.
    private func take(_ turns: Turns) {
        let isAlone = lock.withLock {
            turns.count += 1
            return turns.count == 1
        }
        guard isAlone else { return }
        repeat {
            tellNext(turns)
        } while lock.withLock {
            turns.count -= 1
            return turns.count > 0
        }
    }

    private func tellNext(_ turns: Turns) {
        let next = lock.withLock { () -> (any CXProviderDelegate, ProviderNews)? in
            guard self.turns === turns, !news.isEmpty, let delegate else { return nil }
            return (delegate, news.removeFirst())
        }
        guard let (listener, news) = next, let provider else { return }
        tell(listener, provider, news)
    }

    // MARK: On the delegate's queue

    private func tell(_ delegate: any CXProviderDelegate, _ provider: CXProvider, _ news: ProviderNews) {
        switch news {
        case .didBegin: delegate.providerDidBegin(provider)
        case .perform(let performance): perform(performance, delegate, provider)
        case .timedOut(let uuid): timeOut(uuid, delegate, provider)
        case .didActivate: delegate.provider(provider, didActivate: .sharedInstance())
        case .didDeactivate: delegate.provider(provider, didDeactivate: .sharedInstance())
        case .startCallRequested(let handle, let details):
            delegate.provider(provider, continue: NSUserActivity(startingCallTo: handle, details))
        }
    }

    private func perform(_ performance: Performance, _ delegate: any CXProviderDelegate, _ provider: CXProvider) {
        let (known, isEarly) = lock.withLock { () -> (OpenTransaction?, Bool) in
            let transaction = performance.transaction
            let known = open[transaction] ?? interrupted.first { $0.transaction.uuid == transaction }
            return (known, early.contains(performance.action.uuid))
        }
        if isEarly { return }
        var current = known ?? opened(by: performance)
        let action = action(performance, in: current.transaction)
        action.timeoutDate = performance.deadline
        action.origin = CXAction.Origin(rawValue: performance.origin)
        if let end = action as? CXEndCallAction { supersede(end.callUUID) }
        current.undelivered.remove(action.uuid)
        lock.withLock { open[performance.transaction] = current }
        if known == nil {
            current.isTaken = delegate.provider(provider, execute: current.transaction)
            lock.withLock { open[performance.transaction]?.isTaken = current.isTaken }
        }
        let isLate = lock.withLock { expired.contains(action.uuid) }
        // It is told all the same: an app that does not end a call is overheard.
        if isLate { action.expire() }
        if !current.isTaken, isLate || !action.isComplete { dispatch(action, delegate, provider) }
    }

    private func opened(by performance: Performance) -> OpenTransaction {
        let actions = performance.announced.map { adopt($0, performance.transaction, performance.deadline) }
        return OpenTransaction(
            transaction: CXTransaction(uuid: performance.transaction, actions: actions),
            undelivered: Set(actions.map(\.uuid)))
    }

    /// The action whose turn it is; what the service has put in since is added.
    private func action(_ performance: Performance, in transaction: CXTransaction) -> CXAction {
        if let known = transaction.actions.first(where: { $0.uuid == performance.action.uuid }) { return known }
        let action = adopt(performance.action, performance.transaction, performance.deadline)
        lock.withLock { transaction.addAction(action) }
        return action
    }

    private func adopt(_ record: ActionRecord, _ transaction: UUID, _ deadline: Date) -> CXAction {
        let action = record.action(until: deadline)
        action.completer = ActionReturn(record, to: identifier)
        action.onCompletion = { [weak self] isDone in self?.finished(transaction, isDone: isDone) }
        return action
    }

    /// What follows an action that was not done never has its turn.
    private func finished(_ transaction: UUID, isDone: Bool) {
        lock.withLock {
            guard let known = open[transaction], !isDone || known.transaction.isComplete else { return }
            open[transaction] = nil
            if isDone { early = Array((early + known.undelivered).suffix(100)) }
        }
    }

    /// The call is over, or about to be: what else was to be done to it is not any more.
    func supersede(_ call: UUID) {
        lock.withLock {
            for (uuid, known) in open {
                let lost = known.transaction.actions.filter {
                    ($0 as? CXCallAction)?.callUUID == call && !$0.isComplete && !($0 is CXEndCallAction)
                }
                guard !lost.isEmpty else { continue }
                for action in lost { action.expire() }
                open[uuid] = nil
                if !known.transaction.isComplete { interrupted = Array((interrupted + [known]).suffix(10)) }
            }
        }
    }

    private func timeOut(_ uuid: UUID, _ delegate: any CXProviderDelegate, _ provider: CXProvider) {
        let timedOut = lock.withLock { () -> CXAction? in
            expired.remove(uuid)
            for (transaction, known) in open {
                guard let action = known.transaction.actions.first(where: { $0.uuid == uuid }) else { continue }
                open[transaction] = nil
                return action
            }
            return nil
        }
        guard let timedOut else { return }
        timedOut.expire()
        delegate.provider(provider, timedOutPerforming: timedOut)
    }

    private func dispatch(_ action: CXAction, _ delegate: any CXProviderDelegate, _ provider: CXProvider) {
        switch action {
        case let action as CXStartCallAction: delegate.provider(provider, perform: action)
        case let action as CXAnswerCallAction: delegate.provider(provider, perform: action)
        case let action as CXEndCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetHeldCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetMutedCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetGroupCallAction: delegate.provider(provider, perform: action)
        case let action as CXPlayDTMFCallAction: delegate.provider(provider, perform: action)
        default: break
        }
    }
}
