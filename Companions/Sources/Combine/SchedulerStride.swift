// SPDX-License-Identifier: MIT

public import Dispatch
public import OpenCombine

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
