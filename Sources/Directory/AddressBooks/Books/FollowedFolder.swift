// SPDX-License-Identifier: MIT

/// A folder of vCards that the directory follows.
package struct FollowedFolder: Hashable, Sendable {
    /// Absolute, without a slash at the end.
    package let path: String
    /// For people.
    package let name: String
    /// The path for people: a folder in the home begins with `~`.
    package let shown: String

    /// nil for a path that is not absolute after `~` is replaced by `home`.
    package init?(_ path: String, name: String = "", home: String) {
        var path = path
        if path == "~" || path.hasPrefix("~/") { path = home + path.dropFirst() }
        guard path.hasPrefix("/") else { return nil }
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        let last = path.split(separator: "/").last.map(String.init) ?? path
        (self.path, self.name) = (path, name.isEmpty ? last : name)
        let isAtHome = FolderNames.isPath(path, below: home)
        shown = isAtHome ? "~" + String(decoding: path.utf8.dropFirst(home.utf8.count), as: UTF8.self) : path
    }

    /// Without those that another one includes: a followed folder has the folders one level below.
    package static func distinct(_ folders: [FollowedFolder]) -> [FollowedFolder] {
        var kept: Set<String> = []
        // A folder above has a shorter path.
        for path in folders.map(\.path).sorted(by: { $0.utf8.count < $1.utf8.count }) {
            let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            if !kept.contains(String(parent)) { kept.insert(path) }
        }
        return folders.filter { kept.remove($0.path) != nil }
    }
}
