// SPDX-License-Identifier: MIT

public import Foundation
public import OpenCombine

extension NotificationCenter {
    /// Publishes the notifications with this name, on the thread that posts them.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// Publishes notifications.
    public struct Publisher: OpenCombine.Publisher {
        public typealias Output = Notification
        public typealias Failure = Never

        /// The center that is observed.
        public let center: NotificationCenter
        /// The name of the notifications.
        public let name: Notification.Name
        /// The sender of the notifications; nil = any.
        public let object: AnyObject?

        /// A publisher of notifications.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            (self.center, self.name, self.object) = (center, name, object)
        }

        public func receive(subscriber: some Subscriber<Notification, Never>) {
            let subscription = Observation(subscriber.receive, center)
            subscriber.receive(subscription: subscription)
            subscription.observe(name, object)
        }
    }

    /// The observation for one subscriber.
    private final class Observation: Subscription, @unchecked Sendable {
        private let center: NotificationCenter
        // Recursive, because a subscriber may cancel, request or post while it receives.
        private let lock = NSRecursiveLock()
        private var deliver: ((Notification) -> Subscribers.Demand)?
        private var demand = Subscribers.Demand.none
        private var token: (any NSObjectProtocol)?

        init(_ deliver: @escaping (Notification) -> Subscribers.Demand, _ center: NotificationCenter) {
            (self.deliver, self.center) = (deliver, center)
        }

        func observe(_ name: Notification.Name, _ object: AnyObject?) {
            lock.withLock {
                // The subscriber may have cancelled when it got the subscription.
                guard deliver != nil else { return }
                token = center.addObserver(forName: name, object: object, queue: nil) { [weak self] in self?.receive($0)
                }
            }
        }

        private func receive(_ notification: Notification) {
            lock.withLock {
                guard demand > 0, let deliver else { return }
                demand -= 1
                demand += deliver(notification)
            }
        }

        func request(_ more: Subscribers.Demand) { lock.withLock { demand += more } }

        func cancel() {
            let token = lock.withLock {
                defer { (deliver, self.token) = (nil, nil) }
                return self.token
            }
            if let token { center.removeObserver(token) }
        }
    }
}
