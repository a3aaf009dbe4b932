// SPDX-License-Identifier: MIT

internal import CallLibrary
public import Dispatch
public import Foundation

/// Sees all calls of the user, of every app: that they are there, and how they stand. Anybody may have one.
open class CXCallObserver: NSObject {
    private let lock = NSLock()
    private weak var delegate: (any CXCallObserverDelegate)?
    private var queue = DispatchQueue.main

    /// An observer.
    public override init() {
        super.init()
    }

    /// The calls there are. The first time it waits for the service, at most a second.
    open var calls: [CXCall] { CallBoard.shared.calls.map { CXCall($0) } }

    /// Sets who is told of changes, weakly, and on which queue; nil = the main queue.
    open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        lock.withLock {
            self.delegate = delegate
            self.queue = queue ?? .main
        }
        CallBoard.shared.add(self)
    }

    func changed(_ state: CallState) {
        let this = Confined(self)
        lock.withLock { queue }.async {
            guard let delegate = this.value.lock.withLock({ this.value.delegate }) else { return }
            delegate.callObserver(this.value, callChanged: CXCall(state))
        }
    }
}

/// What an observer is told.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call has appeared, changed or ended.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}
