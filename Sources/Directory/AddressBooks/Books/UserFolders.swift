// SPDX-License-Identifier: MIT

internal import Glibc

/// The folders of the user (XDG Base Directory Specification), without a slash at the end.
package struct UserFolders: Sendable {
    package let home: String
    /// `~/.config`
    package let configuration: String
    /// `~/.local/share`
    package let data: String
    /// `~/.cache`
    package let cache: String

    /// Nil without a home folder. `variable` returns the value of an environment variable.
    package init?(_ variable: (String) -> String?) {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let home = folder("HOME") else { return nil }
        self.home = home
        configuration = folder("XDG_CONFIG_HOME") ?? home + "/.config"
        data = folder("XDG_DATA_HOME") ?? home + "/.local/share"
        cache = folder("XDG_CACHE_HOME") ?? home + "/.cache"
    }

    /// The folders of the user of this process.
    package static var own: UserFolders? { UserFolders { name in getenv(name).map { String(cString: $0) } } }

    /// Plasma's address book. KDE Connect writes the contacts of each telephone into a folder below it.
    package var plasmaContacts: FollowedFolder? {
        FollowedFolder(data + "/kpeoplevcard", name: "vCards", home: home)
    }
    /// The configuration of khard, which names folders of vCards.
    package var khard: String { configuration + "/khard/khard.conf" }
    /// The same of vdirsyncer.
    package var vdirsyncer: String { configuration + "/vdirsyncer/config" }
}
