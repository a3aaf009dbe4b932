// SPDX-License-Identifier: MIT

public import Foundation
/// Combine is OpenCombine with its name on Apple's systems, and with the parts of Foundation and Dispatch that apps
/// use.
///
/// These parts are written here, and not taken from OpenCombineFoundation and OpenCombineDispatch: those leave them out
/// if `canImport(Combine)` is true, and it is true for them as soon as this module was built once.
@_exported public import OpenCombine

// OpenCombine has these two only if `canImport(Combine)` is false. A declaration of a module hides an equal one of a
// module that it exports, so there are never two of them.

extension Optional {
    /// Publishes the value, if there is one, and finishes.
    public typealias Publisher = OCombine.Publisher
    /// Publishes the value, if there is one, and finishes.
    public var publisher: Optional.OCombine.Publisher { OCombine.Publisher(self) }
}

extension Result {
    /// Publishes the value and finishes, or fails.
    public typealias Publisher = OCombine.Publisher
    /// Publishes the value and finishes, or fails.
    public var publisher: Result.OCombine.Publisher { OCombine.Publisher(self) }
}

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

extension Timer {
    /// Publishes the date again and again while it is connected: `Timer.publish(every: 1, on: .main, in:
    /// .common).autoconnect()`.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// Publishes dates of a timer.
    public final class TimerPublisher: ConnectablePublisher {
        public typealias Output = Date
        public typealias Failure = Never

        /// Seconds.
        public let interval: TimeInterval
        /// Seconds by which the timer may be late.
        public let tolerance: TimeInterval?
        /// The run loop of the timer.
        public let runLoop: RunLoop
        /// The mode in which the timer runs.
        public let mode: RunLoop.Mode
        /// No effect.
        public let options: RunLoop.SchedulerOptions?
        private let dates = PassthroughSubject<Date, Never>()

        /// A publisher of dates: see ``Foundation/Timer/publish(every:tolerance:on:in:options:)``.
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) {
            (self.interval, self.tolerance) = (interval, tolerance)
            (self.runLoop, self.mode, self.options) = (runLoop, mode, options)
        }

        public func receive(subscriber: some Subscriber<Date, Never>) { dates.subscribe(subscriber) }

        /// Starts a timer, which ends with the result.
        public func connect() -> any Cancellable {
            nonisolated(unsafe) let dates = dates  // locks by itself
            let timer = Timer(timeInterval: interval, repeats: true) { _ in dates.send(Date()) }
            if let tolerance { timer.tolerance = tolerance }
            runLoop.add(timer, forMode: mode)
            return AnyCancellable { timer.invalidate() }
        }
    }
}

/// `decode(type: Call.self, decoder: JSONDecoder())`
extension JSONDecoder: @retroactive TopLevelDecoder {
    public typealias Input = Data
}

/// `encode(encoder: JSONEncoder())`
extension JSONEncoder: @retroactive TopLevelEncoder {
    public typealias Output = Data
}

/// `decode(type: Call.self, decoder: PropertyListDecoder())`
extension PropertyListDecoder: @retroactive TopLevelDecoder {
    public typealias Input = Data
}

/// `encode(encoder: PropertyListEncoder())`
extension PropertyListEncoder: @retroactive TopLevelEncoder {
    public typealias Output = Data
}
