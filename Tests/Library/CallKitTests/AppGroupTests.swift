// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// The folder that an app shares with its call directory extension.
struct AppGroupTests {
    private func folder(_ group: String) -> URL? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
    }

    @Test func `An app and its extension get the same folder, which only the user can read`() throws {
        let group = "group.org.example.\(UUID().uuidString)"
        let url = try #require(folder(group))
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(url.lastPathComponent == group && folder(group) == url)
        var status = stat()
        #expect(stat(url.path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFDIR && status.st_mode & 0o777 == 0o700)
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "/etc"])
    func `A text that is no name of a folder is no group`(_ group: String) {
        #expect(folder(group) == nil)
    }
}
