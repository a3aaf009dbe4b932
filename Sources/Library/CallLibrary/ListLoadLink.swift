// SPDX-License-Identifier: MIT

package import CallInterface
import Foundation
import Glibc
package import SDBus
import Synchronization

/// The load of an extension's request, for one thread at a time that is not the session thread.
package final class ListLoadLink: Sendable {
    /// The directory's connection, and the load.
    private let destination: BusName
    private let path: ObjectPath
    /// Whether the load changes the old lists.
    package let isIncremental: Bool
    /// The calls that may wait for their replies: the directory allows 8 MiB of them.
    private let window = DispatchSemaphore(value: callsAhead)
    private static let callsAhead = 32
    private let firstError = Mutex<BusError?>(nil)
    /// Replies to the request, on the session thread.
    private let ended: Confined<(BusError?) -> Void>

    init(_ destination: BusName, _ path: ObjectPath, isIncremental: Bool, ended: @escaping (BusError?) -> Void) {
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

    /// Makes the lists visible. The completion comes behind the replies to all calls before, with the reason if the
    /// directory refused one of them.
    package func commit(then completion: @escaping @Sendable (BusError?) -> Void) {
        let target = target(.commitLoad)
        SessionThread.perform { [self] thread in
            thread.call(target) { [self] result in
                if case .failure(let refusal) = result { note(refusal) }
                completion(error)
                ended.value(nil)
            }
        }
    }

    /// Ends the request. The directory keeps the old lists, and tells the reason to the app that wanted the new ones.
    package func refuse(because error: BusError, then completion: @escaping @Sendable () -> Void) {
        SessionThread.perform { [self] _ in
            ended.value(error)
            completion()
        }
    }

    private func note(_ error: BusError) {
        let isFirst = firstError.withLock { first in
            defer { if first == nil { first = error } }
            return first == nil
        }
        if isFirst { NSLog("CallKit: the directory refused the list: %@", error.message) }
    }

    private func target(_ method: DirectoryMethod) -> CallTarget {
        CallTarget(destination, path, method.interface, method.member)
    }
}
