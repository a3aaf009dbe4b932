// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Tells the thread to end, and that it has ended.
final class StopFlag: Sendable {
    private let isSetNow = Mutex(false)
    private let done = DispatchSemaphore(value: 0)

    var isSet: Bool { isSetNow.withLock { $0 } }
    func set() { isSetNow.withLock { $0 = true } }
    func finish() { done.signal() }

    func waitUntilDone() {
        done.wait()
        done.signal()
    }
}
