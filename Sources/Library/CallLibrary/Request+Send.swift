// SPDX-License-Identifier: MIT

import CallClient
package import CallInterface
package import Foundation
package import SDBus

extension Request {
    /// Asks the service for the transaction. Both closures are called on the service thread: `completion` with the
    /// refusal or nil, and `isOver` when an accepted transaction has ended, which may come first after a restart of the
    /// service.
    ///
    /// - Parameter objects: the app's own actions. Its providers hear of a start or an answer that will never be
    ///   delivered.
    package func send(
        as transaction: UUID, _ objects: [UUID: any Sendable], isOver: @escaping @Sendable () -> Void = {},
        then completion: @escaping @Sendable (BusError?) -> Void
    ) {
        let named = Dictionary(uniqueKeysWithValues: objects.map { (ActionID($0.key), $0.value) })
        ServiceThread.perform { thread in
            thread.providers.request(self, as: ID(transaction), named, isOver: isOver, then: completion)
        }
    }
}
