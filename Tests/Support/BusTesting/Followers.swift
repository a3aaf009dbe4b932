// SPDX-License-Identifier: MIT

import Foundation

/// The source files that follow other programs on the bus. A suite has a row for each of them, which forges its
/// signals.
package enum Followers {
    /// The suites, which are named after the programs that they start.
    package enum Suite {
        case agent, bridge, directory, window
    }

    /// The suite of each module.
    private static let suites: [String: Suite] = [
        "AddressBooks": .directory, "CallBridge": .bridge, "CallClient": .agent, "CallLibrary": .directory,
        "Phone": .window, "SessionAgent": .agent,
    ]

    /// The ways in which a file follows a program. The compiler allows no other one outside the bus layer, see
    /// `scripts/check-neighbours`.
    private static let words = [
        "RemoteName(", "RemoteNames(", "RemoteObject(", "RemoteObjects(", ".onSignal(", ".onUnicastSignal(",
    ]
    /// These ask once, or hear the signals of the kernel.
    private static let others = [").isOnBus", ").find(", "loop.onSignal("]

    /// The files of a suite, without the folder `Sources`. Throws if a module belongs to no suite.
    package static func files(of suite: Suite) throws -> Set<String> {
        let folder = Repository.root.appendingPathComponent("Sources")
        var files: Set<String> = []
        for path in FileManager.default.subpaths(atPath: folder.path) ?? []
        where path.hasSuffix(".swift") && !path.hasPrefix("SDBus/") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            guard text.split(separator: "\n").contains(where: isFollowing) else { continue }
            guard let own = suites[String(path.prefix { $0 != "/" })] else {
                throw SupportError("\(path) follows a program; add its module to Followers, and a row to a suite")
            }
            if own == suite { files.insert(path) }
        }
        return files
    }

    private static func isFollowing(_ line: Substring) -> Bool {
        guard !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") else { return false }
        return words.contains { line.contains($0) } && !others.contains { line.contains($0) }
    }
}
