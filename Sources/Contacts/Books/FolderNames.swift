// SPDX-License-Identifier: MIT

internal import Glibc

/// The contents and the kinds of folders.
enum FolderNames {
    /// The sorted names in a folder without those of hidden files; nil if it cannot be read.
    static func list(_ folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, !isHidden(name) { names.append(name) }
        }
        return names.sorted()
    }

    static func isHidden(_ name: some StringProtocol) -> Bool { name.hasPrefix(".") }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The folder of a path.
    static func parent(of path: String) -> String {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }

    /// The last name of a path.
    static func last(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }
}
