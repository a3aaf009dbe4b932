// SPDX-License-Identifier: MIT

import Foundation

/// A user that a test lets a program run as, or a client connect as.
public struct TestUser: Sendable, Equatable {
    /// The user id.
    public let uid: UInt32
    /// The primary group's id.
    public let gid: UInt32
    /// The name, for people.
    public let name: String

    /// A person with calls.
    ///
    /// dbus-daemon hangs up on a user without an entry in `/etc/passwd`, so this is one that every Debian and Fedora has
    /// and no program uses. (dbus-broker would take any number.)
    public static let alice = named("games") ?? TestUser(uid: 61_001, gid: 61_001, name: "alice")
    /// Another person, who must not see what is Alice's.
    public static let bob = named("mail") ?? TestUser(uid: 61_002, gid: 61_002, name: "bob")

    /// The account of a modem service.
    public static let modem = named("lp") ?? TestUser(uid: 61_003, gid: 61_003, name: "modem")

    /// The user of the service, which the bus policy names and which therefore must exist on the machine.
    public static var service: TestUser {
        get throws {
            guard let user = named("monkeycall") else { throw SupportError(serviceComment) }
            return user
        }
    }

    static var hasService: Bool { named("monkeycall") != nil }

    static let serviceComment =
        "there is no user 'monkeycall': run systemd-sysusers systemd/monkeycall.sysusers first"

    /// A user that the machine knows.
    public static func named(_ name: String) -> TestUser? {
        lookUp { getpwnam_r(name, $0, $1, $2, $3) }
    }

    /// The primary group of a user; a group of the same number for one that the machine does not know.
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
        // The name lies in the buffer, so it is read while that is pinned.
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, read(&entry, start, buffer.count, &found) == 0, found != nil else {
                return nil
            }
            return TestUser(uid: entry.pw_uid, gid: entry.pw_gid, name: String(cString: entry.pw_name))
        }
    }
}
