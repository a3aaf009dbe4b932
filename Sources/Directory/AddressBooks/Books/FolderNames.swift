// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemFiles

/// The contents and the kinds of folders.
enum FolderNames {
    /// The sorted names in a folder without those of hidden files; nil if it cannot be read.
    static func list(_ folder: String) -> [String]? {
        FileNames.list(in: folder)?.filter { !isHidden($0) }.sorted()
    }

    static func isHidden(_ name: some StringProtocol) -> Bool { name.hasPrefix(".") }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Paths are compared by bytes, as the kernel does: for Swift a slash with an accent is another character.
    private static func slash(of path: String) -> String.Index? { path.utf8.lastIndex(of: UInt8(ascii: "/")) }

    /// The folder of a path.
    static func parent(of path: String) -> String {
        let folder = path[..<(slash(of: path) ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }

    /// The last name of a path.
    static func last(of path: String) -> String {
        String(path[(slash(of: path).map(path.utf8.index(after:)) ?? path.startIndex)...])
    }

    /// Whether a path without a step upwards is below a folder.
    static func isPath(_ path: String, below folder: String) -> Bool {
        path.utf8.starts(with: (folder + "/").utf8)
            && !path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
    }
}
