// SPDX-License-Identifier: MIT

import AddressBooks
import Testing

/// The folders in the configuration of other programs.
struct FollowedFolderTests {
    private func folder(_ path: String, _ name: String) -> FollowedFolder? {
        FollowedFolder(path, name: name, home: "/home/ada")
    }

    @Test func `The address books of khard are folders with their names`() {
        let text = """
            # comment
            [addressbooks]
            [[family]]
            path = ~/.contacts/family/
            [[ friends ]]
            path = /srv/friends
            [[incomplete]]
            [general]
            path = /not/an/address/book
            debug = no
            """
        #expect(
            ContactPrograms.khard(text, home: "/home/ada")
                == [folder("/home/ada/.contacts/family", "family"), folder("/srv/friends", "friends")].compactMap(
                    \.self))
    }

    @Test func `The storages of vdirsyncer that have vCards in files are folders`() {
        let text = """
            [general]
            status_path = "~/.status/"
            [storage contacts]
            type = "filesystem"
            path = "~/.contacts/"
            fileext = ".vcf"
            [storage calendar]
            type = "filesystem"
            path = "~/.calendars/"
            fileext = ".ics"
            [storage server]
            type = "carddav"
            url = "https://example.org/"
            """
        #expect(ContactPrograms.vdirsyncer(text, home: "/home/ada") == [folder("~/.contacts", "contacts")])
    }

    @Test(arguments: [
        "", "[", "]", "[]", "[[]]", "=", "[a\n=", "[[a]]\npath", "[[a]]\npath = relative", "\"", "path = /a",
    ])
    func `A configuration that is not valid has no folder`(text: String) {
        #expect(ContactPrograms.khard(text, home: "/home/ada").isEmpty)
        #expect(ContactPrograms.vdirsyncer(text, home: "/home/ada").isEmpty)
    }

    @Test func `A path is absolute or begins with the home`() {
        #expect(folder("~/a//", "")?.path == "/home/ada/a" && folder("~/a//", "")?.name == "a")
        #expect(folder("~", "")?.path == "/home/ada" && folder("/", "")?.path == "/")
        #expect(folder("~ada/x", "") == nil && folder("a", "") == nil && folder("", "") == nil)
    }

    @Test(arguments: [
        ("~/a", "~/a"), ("/home/ada/a/", "~/a"), ("/home/adam", "/home/adam"), ("~", "/home/ada"), ("/srv/a", "/srv/a"),
    ])
    func `The log shows a folder in the home with a tilde`(path: String, shown: String) {
        #expect(folder(path, "")?.shown == shown)
    }

    @Test func `A folder below another one is not followed twice`() {
        let folders = ["/c/family", "/c", "/c", "/c/family/deep", "/other"].compactMap { folder($0, "") }
        #expect(FollowedFolder.distinct(folders).map(\.path) == ["/c", "/c/family/deep", "/other"])
    }
}
