// SPDX-License-Identifier: MIT

import Foundation

/// A program that another user can start, wherever the checkout is.
///
/// A checkout below `/root`, or a build folder that only its owner may enter, hides the program from the service's user.
/// Then a copy in a temporary folder is run.
final class WorldReadableProgram {
    /// The program's path.
    let path: String

    private let folder: TemporaryDirectory?

    /// - Parameter user: who is to start it; the tests' own user when nil, who needs no copy
    init(_ original: String, neededBy user: TestUser?) throws {
        guard user != nil, !Self.everybodyCanReach(original) else {
            path = original
            folder = nil
            return
        }
        let folder = try TemporaryDirectory()
        let copy = folder.url.appendingPathComponent((original as NSString).lastPathComponent)
        try FileManager.default.copyItem(atPath: original, toPath: copy.path)
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
