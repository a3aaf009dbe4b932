// SPDX-License-Identifier: MIT

import Glibc

/// The browsers that have this project's extension for all users: it tells their calls better than a microphone stream
/// does.
package enum BrowserExtensions {
    /// The folder of the extension, and the programs of the browser that reads it.
    private static let folders: [(path: String, programs: Set<String>)] = [
        ("/usr/share/chromium/extensions/monkeycall", ["chromium", "chromium-browser"]),
        (
            "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/browser@monkeycall.org",
            ["firefox", "firefox-esr", "firefox-bin"]
        ),
    ]

    /// The programs of the browsers that have it. `root` is the folder in place of /.
    package static func programs(below root: String = "") -> Set<String> {
        folders.reduce(into: []) { programs, folder in
            if access(root + folder.path, F_OK) == 0 { programs.formUnion(folder.programs) }
        }
    }
}
