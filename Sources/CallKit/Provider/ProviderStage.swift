// SPDX-License-Identifier: MIT

internal import AVFAudio
internal import CallClient
internal import Dispatch
internal import Foundation

/// Hands what the service says to a provider's delegate, one thing after another, on its queue.
final class ProviderStage: @unchecked Sendable {
    private let lock = NSLock()
    private weak var delegate: (any CXProviderDelegate)?
    private var queue: DispatchQueue?
    private var hasBegun = false
    private var isClosed = false
    /// What came before there was a delegate.
    private var backlog: [ProviderNews] = []
    private var open: [UUID: OpenTransaction] = [:]
    private let ownQueue = DispatchQueue(label: "org.monkeycall.CallKit.provider")
    private let identifier: String
    weak var provider: CXProvider?

    init(_ identifier: String) { self.identifier = identifier }

    private struct OpenTransaction {
        let transaction: CXTransaction
        /// The delegate has taken it over as a whole.
        var isTaken = false
    }

    /// Where completions of reports are called.
    var completionQueue: DispatchQueue { lock.withLock { delegate == nil ? ownQueue : queue ?? ownQueue } }

    var pendingTransactions: [CXTransaction] {
        lock.withLock { open.values.map(\.transaction).filter { !$0.isComplete } }
    }

    func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue) {
        let waiting = lock.withLock { () -> [ProviderNews] in
            self.delegate = delegate
            self.queue = queue
            guard delegate != nil else { return [] }
            defer { backlog = [] }
            return (hasBegun && !backlog.contains { $0.isBegin } ? [.didBegin] : []) + backlog
        }
        for news in waiting { enqueue(news, on: queue) }
    }

    func close() {
        lock.withLock {
            isClosed = true
            backlog = []
        }
    }

    /// On the service thread.
    func receive(_ news: ProviderNews) {
        switch news {
        case .didActivate: AVAudioSession.callDidActivate()
        case .didDeactivate: AVAudioSession.callDidDeactivate()
        case .didBegin, .perform, .timedOut, .routeChanged, .startCallRequested: break
        }
        let queue = lock.withLock { () -> DispatchQueue? in
            if news.isBegin { hasBegun = true }
            if delegate != nil { return self.queue }
            if !isClosed { backlog.append(news) }
            return nil
        }
        if let queue { enqueue(news, on: queue) }
    }

    private func enqueue(_ news: ProviderNews, on queue: DispatchQueue) {
        queue.async { [self] in
            let listener = lock.withLock { isClosed ? nil : delegate }
            guard let listener, let provider else { return }
            tell(listener, provider, news)
        }
    }

    // MARK: On the delegate's queue

    private func tell(_ delegate: any CXProviderDelegate, _ provider: CXProvider, _ news: ProviderNews) {
        switch news {
        case .didBegin: delegate.providerDidBegin(provider)
        case .perform(let performance): perform(performance, delegate, provider)
        case .timedOut(let uuid): timeOut(uuid, delegate, provider)
        case .didActivate: delegate.provider(provider, didActivate: .sharedInstance())
        case .didDeactivate: delegate.provider(provider, didDeactivate: .sharedInstance())
        case .routeChanged, .startCallRequested: break
        }
    }

    private func perform(_ performance: Performance, _ delegate: any CXProviderDelegate, _ provider: CXProvider) {
        let known = lock.withLock { open[performance.transaction] }
        var current = known ?? OpenTransaction(transaction: transaction(of: performance))
        if known == nil {
            lock.withLock { open[performance.transaction] = current }
            current.isTaken = delegate.provider(provider, execute: current.transaction)
            lock.withLock { open[performance.transaction]?.isTaken = current.isTaken }
        }
        let action = action(performance, in: current.transaction)
        action.timeoutDate = performance.deadline
        if !current.isTaken { dispatch(action, delegate, provider) }
    }

    private func transaction(of performance: Performance) -> CXTransaction {
        CXTransaction(
            uuid: performance.transaction,
            actions: performance.announced.map { adopt($0, performance.transaction, performance.deadline) })
    }

    /// The action whose turn it is; what the service has put in since is added.
    private func action(_ performance: Performance, in transaction: CXTransaction) -> CXAction {
        if let known = transaction.actions.first(where: { $0.uuid == performance.action.uuid }) { return known }
        let action = adopt(performance.action, performance.transaction, performance.deadline)
        transaction.addAction(action)
        return action
    }

    private func adopt(_ record: ActionRecord, _ transaction: UUID, _ deadline: Date) -> CXAction {
        let action = record.action(until: deadline)
        action.completer = ActionReturn(record, to: identifier)
        action.onCompletion = { [weak self] in self?.finished(transaction) }
        return action
    }

    private func finished(_ transaction: UUID) {
        lock.withLock { if open[transaction]?.transaction.isComplete == true { open[transaction] = nil } }
    }

    private func timeOut(_ uuid: UUID, _ delegate: any CXProviderDelegate, _ provider: CXProvider) {
        let actions = lock.withLock { open.values.flatMap(\.transaction.actions) }
        guard let action = actions.first(where: { $0.uuid == uuid }) else { return }
        action.timeOut()
        delegate.provider(provider, timedOutPerforming: action)
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
