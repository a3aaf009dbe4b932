// SPDX-License-Identifier: MIT

@_spi(Companions) import CallLibrary
import Foundation
import Glibc
import Synchronization

/// A push that the app handles: from its arrival until the app calls the completion, at most until the limit.
final class RunningPush: Sendable {
    /// Seconds.
    static let limit: UInt64 = 30

    typealias Count = @Sendable (@escaping @Sendable (Int) -> Void) -> Void

    private let countReports: Count
    private let ended: @Sendable (RunningPush) -> Void
    private let isOver = Mutex(false)
    /// The number of reported calls when the push came.
    private let reportsBefore = Mutex(0)

    /// `countReports` passes on the number of calls that the app has reported so far. `ended` is called once.
    init(
        countingReports countReports: @escaping Count = { IncomingReports.count($0) },
        ended: @escaping @Sendable (RunningPush) -> Void
    ) {
        (self.countReports, self.ended) = (countReports, ended)
        PushHold.begin(self)
        countReports { [self] count in reportsBefore.withLock { $0 = count } }
    }

    /// The app is done with it. Another call has no effect.
    func complete() {
        guard end() else { return }
        countReports { [self] count in
            guard count == reportsBefore.withLock({ $0 }) else { return }
            warn("the app has reported no call for a push; Apple's systems end such an app")
        }
    }

    func timeOut() {
        if end() { warn("the app has not called the completion of a push within \(Self.limit) seconds") }
    }

    private func end() -> Bool {
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        guard isFirst else { return false }
        PushHold.end(self)
        ended(self)
        return true
    }
}

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
