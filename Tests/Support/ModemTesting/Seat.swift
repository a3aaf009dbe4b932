// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation

/// A folder that a program sees in the place of `/run/systemd`: the files that logind writes, and that sd-login reads.
package final class Seat {
    private let folder: TemporaryDirectory

    package init() throws {
        folder = try TemporaryDirectory()
        for name in ["seats", "sessions", "users", "machines"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
        }
    }

    /// The session of the user, or that of a greeter, comes to the front.
    package func activate(_ user: TestUser, kind: String = "user") throws {
        let session = "\(kind)\(user.uid)"
        try write(
            "UID=\(user.uid)\nUSER=\(user.name)\nACTIVE=1\nSTATE=active\nCLASS=\(kind)\nSEAT=seat0\n",
            "sessions/\(session)")
        try write(
            "NAME=\(user.name)\nSTATE=active\nSESSIONS=\(session)\nONLINE_SESSIONS=\(session)\n", "users/\(user.uid)")
        try write("IS_SEAT0=1\nACTIVE=\(session)\nACTIVE_UID=\(user.uid)\n", "seats/seat0")
    }

    package func logOut(_ user: TestUser) throws {
        for name in ["sessions/user\(user.uid)", "users/\(user.uid)"] {
            try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
        }
    }

    /// The command that runs `arguments` as that user, with this seat.
    package func command(_ arguments: [String], as user: TestUser) -> [String] {
        let script = #"mount --bind "$1" /run/systemd && shift && exec "$@""#
        let program = user.running(arguments)
        return ["unshare", "--mount", "--propagation=private", "sh", "-c", script, "sh", folder.url.path] + program
    }

    /// As logind does it: a reader sees the old file or the new one.
    private func write(_ text: String, _ name: String) throws {
        try text.write(to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
}
