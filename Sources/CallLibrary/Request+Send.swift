// SPDX-License-Identifier: MIT

import CallClient
package import CallInterface
package import SDBus

extension Request {
    /// Asks the service for the transaction. Both closures are called on the service thread: `completion` with the refusal or nil,
    /// and `isOver` when an accepted transaction has ended, which may come first after a restart of the service.
    package func send(
        isOver: (@Sendable () -> Void)? = nil, then completion: @escaping @Sendable (BusError?) -> Void
    ) {
        ServiceThread.perform { thread in
            let providers = thread.providers
            if let transaction, let isOver { providers.follow(transaction, isOver: isOver) }
            thread.client.request(self) { [unowned providers] error in
                if let transaction, error != nil { providers.unfollow(transaction) }
                completion(error)
            }
        }
    }
}
