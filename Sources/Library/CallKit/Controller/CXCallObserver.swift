// SPDX-License-Identifier: MIT

internal import CallLibrary
public import Dispatch
public import Foundation

/// Sees all calls of the user, of every app, with their states. Every app may have an observer.
open class CXCallObserver: NSObject {
    private let lock = NSLock()
    private weak var delegate: (any CXCallObserverDelegate)?
    private var queue = DispatchQueue.main

    /// Creates an observer.
    public override init() {
        super.init()
    }

    /// The present calls. The first read waits for the service, at most a second.
    open var calls: [CXCall] { CallBoard.shared.calls.map { CXCall($0) } }

    /// Sets the delegate, which is held weakly, and the queue that it is called on; nil = the main queue.
    open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        lock.withLock {
            self.delegate = delegate
            self.queue = queue ?? .main
        }
        CallBoard.shared.add(self)
    }

    /// On the service thread.
    func changed(_ state: CallFacts) {
        let this = Confined(self)
        ServiceThread.tell(lock.withLock { queue }) {
            guard let delegate = this.value.lock.withLock({ this.value.delegate }) else { return }
            delegate.callObserver(this.value, callChanged: CXCall(state))
        }
    }
}

/// Hears of changes of calls.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call appeared, changed or ended.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}
