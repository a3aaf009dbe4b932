// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import SDBus
import Testing

@testable import AddressBooks

/// A folder that the real vdirsyncer writes. It links new files to their place, and moves changed ones there.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/vdirsyncer"), "needs vdirsyncer"))
struct VdirsyncerTests {
    let home: TemporaryDirectory
    let copy: Copy

    init() throws {
        (home, copy) = (try TemporaryDirectory(), try Copy())
        let path = home.url.path
        let storages = ["server", "contacts"].map { name in
            "[storage \(name)]\ntype = \"filesystem\"\npath = \"\(path)/\(name)/\"\nfileext = \".vcf\"\n"
        }
        let pair = "[pair x]\na = \"server\"\nb = \"contacts\"\ncollections = [\"friends\"]\n"
        try home.write("[general]\nstatus_path = \"\(path)/status/\"\n\(pair)\(storages.joined())", to: "config")
        for folder in ["server/friends", "contacts/friends"] {
            try FileManager.default.createDirectory(
                at: home.url.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        try run("discover")
    }

    private func run(_ command: String) throws {
        let result = try ChildProcess.run(
            ["vdirsyncer", "--config", home.url.appendingPathComponent("config").path, command],
            environment: ["HOME": home.url.path, "LC_ALL": "C.UTF-8"])
        #expect(result.succeeded, "\(result)")
    }

    private func serve(_ name: String, as file: String) throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(file)\r\nFN:\(name)\r\nTEL:1\r\nEND:VCARD\r\n"
        try home.write(card, to: "server/friends/\(file).vcf")
    }

    @Test func `Contacts that vdirsyncer adds, changes and removes are followed`() throws {
        let path = home.url.appendingPathComponent("contacts").path
        let folder = VCardFolder(path, name: "Contacts", on: copy.loop) { [copy] in copy.note($0) }
        folder.begin()
        try withExtendedLifetime(folder) {
            try copy.loop.turn { copy.books == ["book"] }
            while try copy.loop.turn() {}
            try serve("Ada", as: "1")
            try serve("Bob", as: "2")
            try run("sync")
            try copy.wait(for: "Ada", "Bob")
            try serve("Augusta", as: "1")
            try run("sync")
            try copy.wait(for: "Augusta", "Bob")
            try FileManager.default.removeItem(at: home.url.appendingPathComponent("server/friends/2.vcf"))
            try run("sync")
            try copy.wait(for: "Augusta")
        }
        #expect(copy.faults.isEmpty)
    }
}
