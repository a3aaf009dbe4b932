// SPDX-License-Identifier: MIT

public import Foundation
public import OpenCombine

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
