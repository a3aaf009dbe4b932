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

    /// A person with calls. The number needs no entry in `/etc/passwd`: the bus knows a peer by number.
    public static let alice = TestUser(uid: 61_001, gid: 61_001, name: "alice")
    /// Another person, who must not see what is Alice's.
    public static let bob = TestUser(uid: 61_002, gid: 61_002, name: "bob")

    /// The user of the service, which the bus policy names and which therefore must exist on the machine.
    public static var service: TestUser {
        get throws {
            guard let user = named("monkeycall") else {
                throw SupportError(serviceComment)
            }
            return user
        }
    }

    /// Whether the service's user exists, for `.enabled(if:)`.
    public static var hasService: Bool { named("monkeycall") != nil }

    /// What to do when it does not.
    public static let serviceComment =
        "there is no user 'monkeycall': run systemd-sysusers systemd/monkeycall.sysusers first"

    /// A user that the machine knows.
    public static func named(_ name: String) -> TestUser? {
        var entry = passwd()
        var buffer = [CChar](repeating: 0, count: 16_384)
        var found: UnsafeMutablePointer<passwd>?
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return TestUser(uid: entry.pw_uid, gid: entry.pw_gid, name: name)
    }
}
