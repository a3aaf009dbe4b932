// SPDX-License-Identifier: MIT

package import CallInterface
import Foundation
import Glibc
package import SDBus
import Synchronization

/// The load of an extension's request, for one thread at a time that is not the session thread.
package final class ListLoadLink: Sendable {
    /// The directory's connection, and the load.
    private let destination: String
    private let path: String
    /// Whether the load changes the old lists.
    package let isIncremental: Bool
    /// The calls that may wait for their replies: the directory allows 8 MiB of them.
    private let window = DispatchSemaphore(value: callsAhead)
    private static let callsAhead = 32
    private let firstError = Mutex<BusError?>(nil)
    /// Called on the session thread when the load has ended.
    private let ended: Confined<() -> Void>

    init(_ destination: String, _ path: String, isIncremental: Bool, ended: @escaping () -> Void) {
        (self.destination, self.path, self.isIncremental) = (destination, path, isIncremental)
        self.ended = Confined(ended)
    }

    /// The refusal of the first call that was refused; nil = none yet.
    package var error: BusError? { firstError.withLock { $0 } }

    /// Sends a call. Waits while too many calls wait for their replies.
    package func send<Argument: BusValue & Sendable>(_ method: DirectoryMethod, _ argument: Argument) {
        window.wait()
        let target = target(method)
        SessionThread.perform { [self] thread in
            thread.call(target, argument) { [self] result in
                if case .failure(let error) = result { note(error) }
                window.signal()
            }
        }
    }

    /// Ends the load. The reply comes behind those to all calls before.
    package func end(_ method: DirectoryMethod, then completion: @escaping @Sendable (BusError?) -> Void) {
        let target = target(method)
        SessionThread.perform { [self] thread in
            thread.call(target) { [self] result in
                if case .failure(let error) = result { note(error) }
                completion(error)
                ended.value()
            }
        }
    }

    private func note(_ error: BusError) {
        firstError.withLock { if $0 == nil { $0 = error } }
    }

    private func target(_ method: DirectoryMethod) -> CallTarget {
        CallTarget(destination, path, method.interface, method.member)
    }
}
