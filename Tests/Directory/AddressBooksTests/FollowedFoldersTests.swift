// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import SDBus
import Testing

@testable import AddressBooks

/// Which folders have a thread, on real folders.
struct FollowedFoldersTests {
    let home: TemporaryDirectory
    let copy: Copy

    init() throws {
        (home, copy) = (try TemporaryDirectory(), try Copy())
        try FileManager.default.createDirectory(
            at: home.url.appendingPathComponent("own"), withIntermediateDirectories: false)
    }

    private func folder(_ path: String, _ name: String = "") throws -> FollowedFolder {
        try #require(FollowedFolder("~/" + path, name: name, home: home.url.path))
    }

    private func followed(_ note: @escaping (BookEvent) -> Void = { _ in }) -> FollowedFolders {
        FollowedFolders(on: copy.loop) { [copy] path, event in
            note(event)
            copy.note(event, of: path)
        }
    }

    @Test func `A folder that gets another name keeps its contacts and is not read again`() throws {
        try home.write("BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL:1\nEND:VCARD\n", to: "own/a.vcf")
        var readings = 0
        let followed = followed { event in
            if case .contacts(let contacts, _) = event { readings += contacts.count { $0.name == "Ada" } }
        }
        let own = try folder("own")
        followed.follow([own])
        try copy.wait(for: "Ada")
        followed.follow([try folder("own", "family")])
        #expect(copy.index.name(ofBook: own.path) == "family")
        #expect(copy.names == ["Ada"])
        try home.write("BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nTEL:1\nEND:VCARD\n", to: "own/b.vcf")
        try copy.wait(for: "Ada", "Bob")
        #expect(readings == 1)
        #expect(copy.index.name(ofBook: own.path) == "family")
    }

    @Test func `A folder that gets another name before it answers has only the new name`() throws {
        var names: [String] = []
        let followed = followed { if case .found(let name) = $0 { names.append(name) } }
        followed.follow([try folder("own")])
        followed.follow([try folder("own", "family")])
        try copy.loop.turn { !names.isEmpty }
        #expect(names == ["family"])
    }

    @Test func `A folder that is removed and chosen again at once is read by a second thread`() throws {
        try home.write("BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL:1\nEND:VCARD\n", to: "own/a.vcf")
        let followed = followed()
        for _ in 0..<3 {
            followed.follow([try folder("own")])
            followed.follow([])
        }
        followed.follow([try folder("own")])
        try copy.wait(for: "Ada")
        followed.follow([])
        #expect(copy.names.isEmpty)
    }

    @Test func `A folder beyond the limit is a fault that names it and the limit, and is followed when there is room`()
        throws
    {
        let followed = followed()
        let folders = try (0...FollowedFolders.limit).map { try folder("\($0)") }
        followed.follow(folders)
        try copy.loop.turn { copy.books.count == FollowedFolders.limit }
        #expect(copy.faults.count == 1 && copy.settled[folders[FollowedFolders.limit].path] != nil)
        let message = try #require(copy.faults.first?.message)
        let limit = FollowedFolders.limit
        #expect(message.hasPrefix("The folder ~/\(limit) is not followed, because \(limit) "))
        followed.follow(Array(folders.dropFirst()))
        try copy.loop.turn { copy.books.contains(folders[FollowedFolders.limit].path) }
        #expect(copy.books.count == FollowedFolders.limit)
    }
}
