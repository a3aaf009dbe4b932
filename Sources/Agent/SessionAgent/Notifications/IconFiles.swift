// SPDX-License-Identifier: MIT

/// The pictures of apps or of callers. A file is removed when its last user goes.
struct IconFiles<User: Hashable> {
    private var files: [User: IconFile] = [:]

    /// Those that have a file.
    var users: Set<User> { Set(files.keys) }

    subscript(user: User) -> IconFile? {
        get { files[user] }
        set {
            let old = files[user]
            files[user] = newValue
            // Two users may have the same picture.
            if let old, !files.values.contains(old) { old.remove() }
        }
    }
}
