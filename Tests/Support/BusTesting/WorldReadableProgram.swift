// SPDX-License-Identifier: MIT

import Foundation

/// A program that another user can start, wherever the checkout is.
///
/// The service's user cannot reach a program in a checkout below `/root`, or in a build folder that only its owner may
/// enter. Then the test runs a copy in a temporary folder.
package final class WorldReadableProgram {
    /// The program's path.
    package let path: String

    private let folder: TemporaryDirectory?

    /// - Parameter user: the user who starts it; nil = the tests' own user, who needs no copy
    package init(_ original: String, neededBy user: TestUser?) throws {
        guard user != nil, !Self.everybodyCanReach(original) else {
            path = original
            folder = nil
            return
        }
        let folder = try TemporaryDirectory()
        let copy = folder.url.appendingPathComponent((original as NSString).lastPathComponent)
        // Not this process, for the reason in TemporaryDirectory.writeScript.
        guard try ChildProcess.run(["cp", original, copy.path]).succeeded else {
            throw SupportError("cannot copy \(original)")
        }
        guard chmod(copy.path, 0o755) == 0 else { throw SupportError.system("chmod \(copy.path)") }
        path = copy.path
        self.folder = folder
    }

    private static func everybodyCanReach(_ path: String) -> Bool {
        var current = path
        while current != "/", !current.isEmpty {
            var status = stat()
            guard stat(current, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
            current = (current as NSString).deletingLastPathComponent
        }
        return true
    }
}
