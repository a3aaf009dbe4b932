// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// Follows the history of the user's directory until the process exits, also to the next directory if one has gone, and to the
/// next session bus. It starts the directory if the bus can.
package final class HistoryWatch {
    private let thread: SessionThread
    private let tell: @Sendable () -> Void
    private var slots: [BusSlot] = []
    private var retry: Timer?
    /// The directory that was last seen on this bus.
    private var owner: String?
    /// Whether there was one before it.
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
        (slots, owner) = ([], nil)
        retry = thread.timer(after: Self.pause) { [unowned self] in
            retry = nil
            follow()
        }
    }

    private func follow() {
        do throws(BusError) {
            let connection = try thread.connection()
            slots = [
                try connection.watchName(DirectoryName.bus) { [unowned self] in if let owner = $0 { found(owner) } },
                try connection.onUnicastSignal(interface: DirectoryName.history) { [unowned self] signal in
                    if signal.sender == owner, signal.member == DirectoryName.changed { tell() }
                },
            ]
            if let owner = try connection.owner(of: DirectoryName.bus) { found(owner) } else { subscribe() }
        } catch {
            followLater()
        }
    }

    /// A directory that was away may have recorded calls meanwhile.
    private func found(_ new: String) {
        guard new != owner else { return }
        let isBack = hadOne
        (owner, hadOne) = (new, true)
        subscribe { [unowned self] in if isBack { tell() } }
    }

    /// The directory refuses an app in a sandbox, which then hears nothing.
    private func subscribe(then completion: @escaping () -> Void = {}) {
        thread.call(DirectoryMethod.subscribeToDirectory.target) { _ in completion() }
    }
}
