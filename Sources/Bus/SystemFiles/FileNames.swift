// SPDX-License-Identifier: MIT

internal import Glibc

/// The names in folders.
package enum FileNames {
    /// All names in a folder, also `.` and `..`, in any order; nil if it cannot be read. A name that is not UTF-8 is
    /// left out, because no path of this program can have it.
    package static func list(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name { names.append(name) }
        }
        return names
    }
}
