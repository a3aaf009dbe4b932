// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
package import Foundation

/// What has become of an action of the app. Any thread may read and complete it.
package final class ActionProgress: @unchecked Sendable {
    package enum State: Sendable {
        /// Not delivered.
        case idle
        /// The delegate has it.
        case running
        case fulfilled
        /// The delegate could not perform it.
        case failed
        case timedOut
        /// Its call ended, or is about to.
        case superseded

        package var isComplete: Bool {
            switch self {
            case .idle, .running: false
            case .fulfilled, .failed, .timedOut, .superseded: true
            }
        }
    }

    private let lock = NSLock()
    private var current = State.idle
    private var deadline: Date
    private var requester: Received<Origin>?
    /// Takes the outcome; nil before the action is delivered.
    private var completer: ActionReturn?
    private var onCompletion: ((Bool) -> Void)?

    package init(until deadline: Date) { self.deadline = deadline }

    package var state: State { lock.withLock { current } }
    package var isComplete: Bool { state.isComplete }

    package var timeoutDate: Date {
        get { lock.withLock { deadline } }
        set { lock.withLock { deadline = newValue } }
    }

    /// The requester; nil before the action is delivered.
    package var origin: Received<Origin>? {
        get { lock.withLock { requester } }
        set { lock.withLock { requester = newValue } }
    }

    /// The service has announced the action. `onCompletion` is called once when the delegate completes it, with true if
    /// it was fulfilled.
    func announce(_ completer: ActionReturn, onCompletion: @escaping (Bool) -> Void) {
        lock.withLock { (self.completer, self.onCompletion) = (completer, onCompletion) }
    }

    func deliver(until deadline: Date, by requester: Received<Origin>) {
        lock.withLock {
            (self.deadline, self.requester) = (deadline, requester)
            if !current.isComplete { current = .running }
        }
    }

    /// The delegate completes it. Has no effect on an action that is complete.
    package func complete(_ outcome: ActionOutcome) {
        guard finish(as: outcome.isFulfilled ? .fulfilled : .failed) else { return }
        let (taker, heard) = lock.withLock { (completer, onCompletion) }
        taker?.complete(outcome)
        heard?(outcome.isFulfilled)
    }

    /// False for an action that is complete, which stays as it is.
    @discardableResult
    package func finish(as state: State) -> Bool {
        lock.withLock {
            guard !current.isComplete else { return false }
            current = state
            return true
        }
    }
}
