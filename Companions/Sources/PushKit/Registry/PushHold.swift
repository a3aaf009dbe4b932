// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Keeps the process while the app handles pushes: when `main` returns or a thread calls `exit`, the process ends after
/// the last of them.
enum PushHold {
    private static let changed = NSCondition()
    // Guarded by the condition.
    nonisolated(unsafe) private static var limits: [ObjectIdentifier: Date] = [:]
    nonisolated(unsafe) private static var isWaiting = false

    private static let installed: Void = { atexit { PushHold.wait() } }()

    static func begin(_ push: RunningPush) {
        _ = installed
        changed.withLock { limits[ObjectIdentifier(push)] = Date(timeIntervalSinceNow: Double(RunningPush.limit)) }
    }

    static func end(_ push: RunningPush) {
        changed.withLock {
            limits[ObjectIdentifier(push)] = nil
            changed.broadcast()
            // Wakes the run loop.
            if isWaiting { DispatchQueue.main.async {} }
        }
    }

    /// The main thread runs the main queue meanwhile, because the delegate may need it.
    private static func wait() {
        changed.withLock { isWaiting = true }
        while let limit = changed.withLock({ limits.values.max() }), limit > Date() {
            // False if the main queue cannot run, because `exit` was called on it.
            if Thread.isMainThread, RunLoop.main.run(mode: .default, before: limit) { continue }
            changed.withLock { if !limits.isEmpty { _ = changed.wait(until: limit) } }
        }
    }
}
