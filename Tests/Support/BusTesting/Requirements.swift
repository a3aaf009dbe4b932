// SPDX-License-Identifier: MIT

public import Testing

/// What a test needs of the machine. Where it is lacking, the run shows the test as skipped, and says why.
extension Trait where Self == ConditionTrait {
    /// Root: several users on one bus, control groups, other users' processes.
    public static var needsRoot: Self {
        .enabled(if: Privilege.isRoot, Comment(rawValue: Privilege.rootComment))
    }

    /// Root and the user that the service runs as on a system bus.
    public static var needsServiceUser: Self {
        .enabled(if: Privilege.isRoot && TestUser.hasService, Comment(rawValue: TestUser.serviceComment))
    }

    /// What ``BusDaemon/broker(policyFiles:)`` needs.
    public static var needsBroker: Self {
        .enabled(if: BusDaemon.canRunBroker, "needs root, for a mount namespace, and dbus-broker-launch")
    }
}
