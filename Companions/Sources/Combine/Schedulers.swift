// SPDX-License-Identifier: MIT

public import Dispatch
public import Foundation
public import OpenCombine

/// `receive(on: DispatchQueue.main)`, `debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)`
extension DispatchQueue: @retroactive Scheduler {
    /// A point in time of a queue.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
        /// The time in Dispatch.
        public var dispatchTime: DispatchTime
        public typealias Stride = SchedulerStride

        /// The same point in time.
        public init(_ time: DispatchTime) { dispatchTime = time }

        public func distance(to other: Self) -> SchedulerStride {
            .nanoseconds(
                Int(truncatingIfNeeded: other.dispatchTime.uptimeNanoseconds &- dispatchTime.uptimeNanoseconds))
        }
        public func advanced(by stride: SchedulerStride) -> Self {
            Self(dispatchTime + stride.timeInterval)
        }
        public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }
    }

    /// How a queue runs an action.
    public struct SchedulerOptions {
        /// The quality of service.
        public var qos: DispatchQoS
        /// Flags of a work item.
        public var flags: DispatchWorkItemFlags
        /// The group that waits for the action.
        public var group: DispatchGroup?

        /// Options of an action.
        public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
            (self.qos, self.flags, self.group) = (qos, flags, group)
        }
    }

    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
    public var minimumTolerance: SchedulerStride { .seconds(0) }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let (job, options) = (Job(run: action), options ?? SchedulerOptions())
        async(group: options.group, qos: options.qos, flags: options.flags) { job.run() }
    }

    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerStride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let (job, options) = (Job(run: action), options ?? SchedulerOptions())
        asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) { job.run() }
    }

    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerStride, tolerance: SchedulerStride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let job = Job(run: action)
        let timer = DispatchSource.makeTimerSource(queue: self)
        timer.schedule(
            deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: tolerance.timeInterval)
        timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { job.run() }
        timer.resume()
        return AnyCancellable { timer.cancel() }
    }
}

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

/// The distance between two points in time of a scheduler. A literal is a number of seconds.
public struct SchedulerStride: SchedulerTimeIntervalConvertible, Comparable, Hashable, SignedNumeric, Sendable,
    ExpressibleByFloatLiteral
{
    /// Nanoseconds.
    public var magnitude: Int

    private init(nanoseconds: Int) { magnitude = nanoseconds }

    public init(integerLiteral seconds: Int) { self = .seconds(seconds) }
    public init(floatLiteral seconds: Double) { self = .seconds(seconds) }
    public init?(exactly source: some BinaryInteger) {
        guard let seconds = Int(exactly: source) else { return nil }
        self = .seconds(seconds)
    }
    /// The same distance.
    public init(_ interval: DispatchTimeInterval) {
        switch interval {
        case .seconds(let count): self = .seconds(count)
        case .milliseconds(let count): self = .milliseconds(count)
        case .microseconds(let count): self = .microseconds(count)
        case .nanoseconds(let count): self = .nanoseconds(count)
        case .never: self = .nanoseconds(.max)
        @unknown default: self = .nanoseconds(.max)
        }
    }

    /// The same distance for Dispatch.
    public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }
    var seconds: Double { Double(magnitude) / 1e9 }

    public static func seconds(_ count: Int) -> Self { .times(count, 1_000_000_000) }
    public static func seconds(_ count: Double) -> Self { Self(nanoseconds: Int(clamping: count * 1e9)) }
    public static func milliseconds(_ count: Int) -> Self { .times(count, 1_000_000) }
    public static func microseconds(_ count: Int) -> Self { .times(count, 1_000) }
    public static func nanoseconds(_ count: Int) -> Self { Self(nanoseconds: count) }

    private static func times(_ count: Int, _ unit: Int) -> Self {
        let (product, isTooLarge) = count.multipliedReportingOverflow(by: unit)
        return Self(nanoseconds: isTooLarge ? (count < 0 ? .min : .max) : product)
    }

    public static func < (a: Self, b: Self) -> Bool { a.magnitude < b.magnitude }
    public static func + (a: Self, b: Self) -> Self { Self(nanoseconds: a.magnitude + b.magnitude) }
    public static func - (a: Self, b: Self) -> Self { Self(nanoseconds: a.magnitude - b.magnitude) }
    public static func * (a: Self, b: Self) -> Self { .seconds(a.seconds * b.seconds) }
    public static func *= (a: inout Self, b: Self) { a = a * b }
}

extension Int {
    init(clamping nanoseconds: Double) { self = Int(exactly: nanoseconds.rounded()) ?? (nanoseconds < 0 ? .min : .max) }
}

/// Carries a closure of a publisher to the thread of a scheduler. Only that thread calls it.
struct Job: @unchecked Sendable {
    let run: () -> Void
}
