// SPDX-License-Identifier: MIT

internal import Synchronization

/// A task that an app finishes in the background.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// A number; 0 = no task.
    public let rawValue: Int

    /// The task with that number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No task.
    public static let invalid = Self(rawValue: 0)

    private static let last = Atomic(0)
    static func new() -> Self { Self(rawValue: last.add(1, ordering: .relaxed).newValue) }
}

/// What an app found when it fetched data.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// There was new data, there was none, or the app could not look.
    case newData, noData, failed
}
