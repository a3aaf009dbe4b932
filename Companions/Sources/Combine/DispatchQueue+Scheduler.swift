// SPDX-License-Identifier: MIT

public import Dispatch
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
