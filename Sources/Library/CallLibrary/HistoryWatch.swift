// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// Follows the history of the user's directory until the process exits, also to the next directory if one has gone, and
/// to the next session bus. It starts the directory if the bus can.
package final class HistoryWatch {
    private let thread: SessionThread
    private let tell: @Sendable () -> Void
    /// nil while there is no bus.
    private var directory: RemoteName?
    private var changes: BusSlot?
    private var retry: Timer?
    /// Whether there was a directory before.
    private var hadOne = false
    /// In microseconds.
    private static let pause: UInt64 = 1_000_000

    /// Calls `tell` on the session thread when the history has changed, or may have.
    package static func begin(_ tell: @escaping @Sendable () -> Void) {
        SessionThread.perform { thread in
            let watch = HistoryWatch(thread, tell)
            // The handler keeps it alive.
            thread.onDisconnect { watch.followLater() }
            watch.follow()
        }
    }

    private init(_ thread: SessionThread, _ tell: @escaping @Sendable () -> Void) {
        (self.thread, self.tell) = (thread, tell)
    }

    private func followLater() {
        (changes, directory) = (nil, nil)
        retry = thread.timer(after: Self.pause) { [unowned self] in
            retry = nil
            follow()
        }
    }

    private func follow() {
        do throws(BusError) {
            let directory = RemoteName(DirectoryName.bus, on: try thread.connection())
            self.directory = directory
            changes = try directory.onUnicastSignal(interface: DirectoryName.history) { [unowned self] signal in
                if signal.member == DirectoryName.changed.text { tell() }
            }
            try directory.begin { [unowned self] in if $0 != nil { found() } }
            if directory.owner == nil { subscribe() }
        } catch {
            followLater()
        }
    }

    /// A directory that was away may have recorded calls meanwhile.
    private func found() {
        let isBack = hadOne
        hadOne = true
        subscribe { [unowned self] in if isBack { tell() } }
    }

    /// The directory refuses an app in a sandbox, which then hears nothing.
    private func subscribe(then completion: @escaping () -> Void = {}) {
        thread.call(DirectoryMethod.subscribeToDirectory.target) { _ in completion() }
    }
}
