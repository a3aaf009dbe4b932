// SPDX-License-Identifier: MIT

import Foundation

/// The user of a program or of a client in a test.
public struct TestUser: Sendable, Equatable {
    /// The user id.
    public let uid: UInt32
    /// The primary group's id.
    public let gid: UInt32
    /// The name, for people.
    public let name: String

    /// A user who has calls.
    ///
    /// dbus-daemon disconnects a user without an entry in `/etc/passwd`. So this is a user that every Debian and Fedora
    /// has and that no program uses. (dbus-broker accepts any number.)
    public static let alice = named("games") ?? TestUser(uid: 61_001, gid: 61_001, name: "alice")
    /// Another user, who must not see Alice's calls.
    public static let bob = named("mail") ?? TestUser(uid: 61_002, gid: 61_002, name: "bob")

    /// The account of a modem service.
    public static let modem = named("lp") ?? TestUser(uid: 61_003, gid: 61_003, name: "modem")

    /// The user of the service. The bus policy names it, so it must exist on the machine.
    public static var service: TestUser {
        get throws {
            guard let user = named("monkeycall") else { throw SupportError(serviceComment) }
            return user
        }
    }

    /// The account of the bridge of the system bus. Policies name it, so it must exist on the machine.
    public static var bridge: TestUser {
        get throws {
            guard let user = named("monkeycall-bridge") else { throw SupportError(bridgeComment) }
            return user
        }
    }

    static var hasBridge: Bool { named("monkeycall-bridge") != nil }

    static let bridgeComment =
        "there is no user 'monkeycall-bridge': run systemd-sysusers systemd/monkeycall-bridge.sysusers first"

    static var hasService: Bool { named("monkeycall") != nil }

    static let serviceComment =
        "there is no user 'monkeycall': run systemd-sysusers systemd/monkeycall.sysusers first"

    /// The command line that runs a command as this user, without supplementary groups. Needs root.
    package func running(_ command: [String]) -> [String] {
        ["setpriv", "--reuid=\(uid)", "--regid=\(gid)", "--clear-groups", "--"] + command
    }

    /// A user of the machine; nil if there is none of that name.
    public static func named(_ name: String) -> TestUser? {
        lookUp { getpwnam_r(name, $0, $1, $2, $3) }
    }

    /// The primary group of a user; the same number as the user id if the user does not exist.
    static func primaryGroup(of uid: UInt32) -> UInt32 {
        lookUp { getpwuid_r(uid, $0, $1, $2, $3) }?.gid ?? uid
    }

    private typealias Entry = UnsafeMutablePointer<passwd>

    private static func lookUp(
        _ read: (Entry, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<Entry?>) -> Int32
    ) -> TestUser? {
        var entry = passwd()
        var buffer = [CChar](repeating: 0, count: 16_384)
        var found: Entry?
        // The name points into the buffer, so it is read while the buffer is pinned.
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, read(&entry, start, buffer.count, &found) == 0, found != nil else {
                return nil
            }
            return TestUser(uid: entry.pw_uid, gid: entry.pw_gid, name: String(cString: entry.pw_name))
        }
    }
}

/// Whether this test run has the rights of root. Tests that need them use the trait `.needsRoot`.
public enum Privilege {
    /// Whether the tests run as root.
    public static var isRoot: Bool { geteuid() == 0 }

    static let rootComment = "needs root: run as root or with sudo"

    /// Throws a clear error when the tests do not run as root.
    public static func requireRoot() throws {
        guard isRoot else { throw SupportError(rootComment) }
    }
}
