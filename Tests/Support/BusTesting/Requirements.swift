// SPDX-License-Identifier: MIT

public import Testing

/// The requirements of a test. Without them the run shows the test as skipped, with the reason.
extension Trait where Self == ConditionTrait {
    /// Root, for several users on one bus, control groups, and other users' processes.
    public static var needsRoot: Self {
        .enabled(if: Privilege.isRoot, Comment(rawValue: Privilege.rootComment))
    }

    /// Root, and the user of the service on a system bus.
    public static var needsServiceUser: Self {
        .enabled(if: Privilege.isRoot && TestUser.hasService, Comment(rawValue: TestUser.serviceComment))
    }

    /// Root, and the users of the service and of the bridge on a system bus.
    public static var needsBridgeUser: Self {
        .enabled(
            if: Privilege.isRoot && TestUser.hasService && TestUser.hasBridge, Comment(rawValue: TestUser.bridgeComment)
        )
    }

    /// The requirements of ``ControlGroup/limited(to:)``.
    public static var needsMemoryLimit: Self {
        .enabled(if: ControlGroup.limitsMemory, "needs root, and a writable control group that limits memory")
    }

    /// The requirements of ``BusDaemon/broker(policyFiles:)``.
    public static var needsBroker: Self {
        .enabled(if: BusDaemon.canRunBroker, "needs root, for a mount namespace, and dbus-broker-launch")
    }
}
