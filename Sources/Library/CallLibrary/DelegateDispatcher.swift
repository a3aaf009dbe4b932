// SPDX-License-Identifier: MIT

package import CallClient
package import Dispatch
import Foundation

/// Passes the service's news to a provider's delegate on its queue, one after another. Each news has a turn on that
/// queue. Any thread may use it.
package final class DelegateDispatcher<Delegate>: @unchecked Sendable {
    private let lock = NSLock()
    /// The delegate, which is held weakly.
    private var delegate: () -> Delegate? = { nil }
    private var turns: Turns?
    private var hasBegun = false
    private var isClosed = false
    /// Whether the delegate has the audio when it has heard all news.
    private var isActive = false
    /// News that the delegate has not heard yet, also because there is none.
    private var news: [ProviderNews] = []
    private var notify: (Delegate, ProviderNews) -> Void = { _, _ in }

    /// The turns of one delegate on its queue. The next delegate has its own. The lock guards them.
    private final class Turns: @unchecked Sendable {
        let queue: DispatchQueue
        /// The turns that have begun and not ended. A concurrent queue may begin several.
        var count = 0
        /// The log says that the delegate is gone.
        let loss = Once()

        init(on queue: DispatchQueue) { self.queue = queue }
    }

    package init() {}

    /// `notify` is called on the delegate's queue.
    package func open(notify: @escaping (Delegate, ProviderNews) -> Void) { self.notify = notify }

    /// The queue of the delegate; nil if there is none.
    package var queue: DispatchQueue? {
        // The delegate is released without the lock, because its deinit may release the provider.
        let (find, queue) = lock.withLock { (delegate, turns?.queue) }
        return find() == nil ? nil : queue
    }

    /// The delegate.
    package var listener: Delegate? { lock.withLock { delegate }() }

    /// `delegate` gives the delegate, which it holds weakly; nil = none.
    package func setDelegate(_ delegate: (() -> Delegate?)?, queue: DispatchQueue) {
        lock.withLock {
            self.delegate = delegate ?? { nil }
            turns = delegate.map { _ in Turns(on: queue) }
            guard delegate != nil, !isClosed else { return }
            if hasBegun, !news.contains(where: \.isBegin) { news.insert(.didBegin, at: 0) }
            guard let turns else { return }
            for _ in news { queue.async { [self] in take(turns) } }
        }
    }

    /// The delegate hears nothing any more.
    package func close() {
        lock.withLock {
            isClosed = true
            news = []
        }
    }

    /// Call it on the service thread.
    package func add(_ latest: ProviderNews) {
        guard let turns = lock.withLock({ append(latest) }) else { return }
        if listener == nil { miss(turns) }
        ServiceThread.notify(turns.queue) { [self] in take(turns) }
    }

    /// The delegate was released. The app does not hear of its calls any more.
    private func miss(_ turns: Turns) {
        guard turns.loss.take() else { return }
        NSLog("CallKit: the delegate of a provider was released; keep a reference to it, because the provider has none")
    }

    /// Where the delegate hears it.
    private func append(_ latest: ProviderNews) -> Turns? {
        if latest.isBegin { hasBegun = true }
        guard !isClosed, alternates(latest) else { return nil }
        news.append(latest)
        return turns
    }

    /// False for a second activation or deactivation in a row: a service without the state of the last one activates
    /// audio that the app still has.
    private func alternates(_ latest: ProviderNews) -> Bool {
        switch latest {
        case .didActivate where isActive, .didDeactivate where !isActive: return false
        case .didActivate: isActive = true
        case .didDeactivate: isActive = false
        case .didBegin, .perform, .refused, .timedOut, .vanished, .callChanged, .startCallRequested: break
        }
        return true
    }

    /// One after another, also on a concurrent queue: the turn that runs takes the turns that come meanwhile.
    private func take(_ turns: Turns) {
        let isAlone = lock.withLock {
            turns.count += 1
            return turns.count == 1
        }
        guard isAlone else { return }
        repeat {
            notifyNext(turns)
        } while lock.withLock {
            turns.count -= 1
            return turns.count > 0
        }
    }

    private func notifyNext(_ turns: Turns) {
        let next = lock.withLock { () -> (Delegate, ProviderNews)? in
            guard self.turns === turns, !news.isEmpty, let delegate = delegate() else { return nil }
            return (delegate, news.removeFirst())
        }
        if let (delegate, news) = next { notify(delegate, news) }
    }
}
