// SPDX-License-Identifier: MIT

public import Foundation
public import OpenCombine

/// A point in time of a run loop or an operation queue.
public struct SchedulerDate: Strideable, Hashable, Sendable {
    /// The time.
    public var date: Date
    public typealias Stride = SchedulerStride

    /// The same point in time.
    public init(_ date: Date) { self.date = date }

    public func distance(to other: Self) -> SchedulerStride { .seconds(other.date.timeIntervalSince(date)) }
    public func advanced(by stride: SchedulerStride) -> Self { Self(date.addingTimeInterval(stride.seconds)) }
}

/// `receive(on: RunLoop.main)`, `debounce(for: 0.3, scheduler: RunLoop.main)`
extension RunLoop: @retroactive Scheduler {
    public typealias SchedulerTimeType = SchedulerDate
    /// There are no options.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerDate { SchedulerDate(Date()) }
    public var minimumTolerance: SchedulerStride { .seconds(0) }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        schedule(after: now, tolerance: minimumTolerance, options: options, action)
    }

    public func schedule(
        after date: SchedulerDate, tolerance: SchedulerStride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let job = Job(run: action)
        // A timer also wakes a loop that waits.
        add(Timer(fire: date.date, interval: 0, repeats: false) { _ in job.run() }, forMode: .default)
    }

    public func schedule(
        after date: SchedulerDate, interval: SchedulerStride, tolerance: SchedulerStride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let job = Job(run: action)
        let timer = Timer(fire: date.date, interval: interval.seconds, repeats: true) { _ in job.run() }
        timer.tolerance = tolerance.seconds
        add(timer, forMode: .default)
        return AnyCancellable { timer.invalidate() }
    }
}

/// `receive(on: OperationQueue.main)`
extension OperationQueue: @retroactive Scheduler {
    public typealias SchedulerTimeType = SchedulerDate
    /// There are no options.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerDate { SchedulerDate(Date()) }
    public var minimumTolerance: SchedulerStride { .seconds(0) }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let job = Job(run: action)
        addOperation { job.run() }
    }

    public func schedule(
        after date: SchedulerDate, tolerance: SchedulerStride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let job = Job(run: action)
        let delay = SchedulerStride.seconds(max(0, date.date.timeIntervalSinceNow))
        DispatchQueue.global().asyncAfter(deadline: .now() + delay.timeInterval) { [self] in
            addOperation { job.run() }
        }
    }

    public func schedule(
        after date: SchedulerDate, interval: SchedulerStride, tolerance: SchedulerStride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let job = Job(run: action)
        let queue = DispatchQueue.global()
        let delay = SchedulerStride.seconds(max(0, date.date.timeIntervalSinceNow))
        return queue.schedule(after: queue.now.advanced(by: delay), interval: interval, tolerance: tolerance) {
            [self] in
            addOperation { job.run() }
        }
    }
}
