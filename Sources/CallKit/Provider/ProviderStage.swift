// SPDX-License-Identifier: MIT

internal import AVFAudio
internal import CallClient
internal import CallInterface
internal import CallLibrary
internal import Dispatch
internal import Foundation

/// Passes the service's news to a provider's delegate on its queue, one after another.
final class ProviderStage: @unchecked Sendable {
    private let lock = NSLock()
    private weak var delegate: (any CXProviderDelegate)?
    private var turns: Turns?
    private var hasBegun = false
    private var isClosed = false
    /// Whether the delegate has the audio when it has heard all news.
    private var isActive = false
    /// News that the delegate has not heard yet, also because there is none.
    private var news: [ProviderNews] = []
    private var open: [UUID: OpenTransaction] = [:]
    /// The last transactions with an action that was superseded. The service may still deliver the rest of one.
    private var interrupted: [OpenTransaction] = []
    /// The last actions that were complete before their delivery, which may be on its way.
    private var early: [UUID] = []
    /// The actions that timed out before the delegate got to that news.
    private var expired: Set<UUID> = []
    private let ownQueue = DispatchQueue(label: "org.monkeycall.CallKit.provider")
    private let identifier: String
    weak var provider: CXProvider?

    init(_ identifier: String) { self.identifier = identifier }

    private struct OpenTransaction {
        let transaction: CXTransaction
        /// The announced actions that were not delivered yet.
        var undelivered: Set<UUID>
        /// Whether the delegate performs the transaction as a whole.
        var isTaken = false
    }

    /// The turns of one delegate on its queue. The next delegate has its own.
    private final class Turns {
        let queue: DispatchQueue
        /// The turns that have begun and not ended. A concurrent queue may begin several.
        var count = 0

        init(on queue: DispatchQueue) { self.queue = queue }
    }

    /// The queue for completions of reports.
    var completionQueue: DispatchQueue {
        // The delegate is released without the lock, because its deinit may release the provider.
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
        case .didBegin, .perform, .refused, .timedOut, .startCallRequested: break
        }
        lock.withLock {
            if latest.isBegin { hasBegun = true }
            if case .timedOut(let action) = latest { expired.insert(UUID(action)) }
            guard !isClosed, alternates(latest) else { return }
            news.append(latest)
            addTurn()
        }
    }

    /// False for a second activation or deactivation in a row: a service without the state of the last one activates audio
    /// that the app still has.
    private func alternates(_ latest: ProviderNews) -> Bool {
        switch latest {
        case .didActivate where isActive, .didDeactivate where !isActive: return false
        case .didActivate: isActive = true
        case .didDeactivate: isActive = false
        case .didBegin, .perform, .refused, .timedOut, .startCallRequested: break
        }
        return true
    }

    /// Adds a turn for one piece of news. Call it with the lock, so that the order is kept.
    private func addTurn() {
        guard let turns else { return }
        let own = Confined(turns)
        turns.queue.async { [self] in take(own.value) }
    }

    /// One after another, also on a concurrent queue: the turn that runs takes the turns that come meanwhile.
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
        case .perform(let delivered): perform(delivered, delegate, provider)
        // An app has no word for it. The call ends as if the user had ended it.
        case .refused(let call, _): perform(DeliveredAction(ending: call), delegate, provider)
        case .timedOut(let action): timeOut(UUID(action), delegate, provider)
        case .didActivate: delegate.provider(provider, didActivate: .sharedInstance())
        case .didDeactivate: delegate.provider(provider, didDeactivate: .sharedInstance())
        case .startCallRequested(let handle, let details):
            delegate.provider(provider, continue: NSUserActivity(startingCallTo: handle, details))
        }
    }

    private func perform(_ delivered: DeliveredAction, _ delegate: any CXProviderDelegate, _ provider: CXProvider) {
        let transaction = UUID(delivered.transaction)
        let (known, isEarly) = lock.withLock { () -> (OpenTransaction?, Bool) in
            let known = open[transaction] ?? interrupted.first { $0.transaction.uuid == transaction }
            return (known, early.contains(UUID(delivered.action.id)))
        }
        if isEarly { return }
        var current = known ?? opened(by: delivered)
        let action = action(delivered, in: current.transaction)
        action.timeoutDate = delivered.timeoutDate
        action.origin = CXAction.Origin(rawValue: delivered.origin.text)
        if let end = action as? CXEndCallAction { supersede(end.callUUID) }
        current.undelivered.remove(action.uuid)
        lock.withLock { open[transaction] = current }
        if known == nil {
            current.isTaken = delegate.provider(provider, execute: current.transaction)
            lock.withLock { open[transaction]?.isTaken = current.isTaken }
        }
        let isLate = lock.withLock { expired.contains(action.uuid) }
        // The delegate gets it all the same: an app that does not end a call lets the user be overheard.
        if isLate { action.expire() }
        if !current.isTaken, isLate || !action.isComplete { dispatch(action, delegate, provider) }
    }

    private func opened(by delivered: DeliveredAction) -> OpenTransaction {
        let actions = delivered.announced.map { adopt($0, of: delivered) }
        return OpenTransaction(
            transaction: CXTransaction(uuid: UUID(delivered.transaction), actions: actions),
            undelivered: Set(actions.map(\.uuid)))
    }

    /// The delivered action; added if the service inserted it after the announcement.
    private func action(_ delivered: DeliveredAction, in transaction: CXTransaction) -> CXAction {
        if let known = transaction.actions.first(where: { $0.uuid == UUID(delivered.action.id) }) { return known }
        let action = adopt(delivered.action, of: delivered)
        lock.withLock { transaction.addAction(action) }
        return action
    }

    private func adopt(_ record: ActionRecord, of delivered: DeliveredAction) -> CXAction {
        let transaction = UUID(delivered.transaction)
        let action = record.action(until: delivered.timeoutDate)
        action.completer = ActionReturn(record, to: identifier)
        action.onCompletion = { [weak self] isDone in self?.finished(transaction, isDone: isDone) }
        return action
    }

    /// The service does not deliver the actions after one that failed.
    private func finished(_ transaction: UUID, isDone: Bool) {
        lock.withLock {
            guard let known = open[transaction], !isDone || known.transaction.isComplete else { return }
            open[transaction] = nil
            if isDone { early = Array((early + known.undelivered).suffix(100)) }
        }
    }

    /// The call has ended or is about to: all its other actions are dropped.
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

extension DeliveredAction {
    fileprivate var timeoutDate: Date { Date(microseconds: deadline) }
}
