// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The folders of vCards that the directory follows beside Plasma's.
@Suite(.daemonLogs)
struct ContactFolderTests {
    private let stage: Stage
    private let directory: DirectoryUnderTest

    init() throws {
        stage = try Stage()
        directory = try DirectoryUnderTest(stage)
    }

    private func write(_ text: String, _ path: String) throws {
        let file = directory.home.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
    }

    private func card(_ name: String, _ number: String) -> String {
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name)\r\nTEL:\(number)\r\nEND:VCARD\r\n"
    }

    private func found(_ number: String) throws -> [DBusValue?] {
        let caller = try directory.object().call("Lookup", .tuple("phone-number", .string(number)), [:]).first
        return [caller?["DisplayName"], caller?["DisplayNameSource"]]
    }

    @Test func `Contacts of khard and vdirsyncer have names, also after the directory starts again`() throws {
        try write("[addressbooks]\n[[family]]\npath = ~/khard\n", "config/khard/khard.conf")
        let storage = "[storage friends]\ntype = \"filesystem\"\npath = \"~/vdir/\"\nfileext = \".vcf\"\n"
        try write(storage, "config/vdirsyncer/config")
        try write(card("Ada", "030 123456"), "khard/1.vcf")
        try write(card("Bob", "030 123457"), "vdir/collection/1.vcf")
        for _ in 0..<2 {
            try directory.crash()
            try directory.start()
            try directory.expect("Contacts", .uint32(2))
            #expect(try found("030 123456") == ["Ada", "family"])
            #expect(try found("030 123457") == ["Bob", "friends"])
        }
    }

    @Test func `A folder that the user chose and that khard has is followed once, under the name that khard gives it`()
        throws
    {
        try write("[addressbooks]\n[[family]]\npath = ~/own\n", "config/khard/khard.conf")
        try write(card("Ada", "030 123456"), "own/1.vcf")
        try directory.object().call("SetContactFolders", .array(of: "s", ["~/own"]))
        try directory.crash()
        try directory.start()
        try directory.expect("Contacts", .uint32(1))
        while try found("030 123456") != ["Ada", "family"] { try directory.answerPing() }
        try directory.object().call("SetContactFolders", .array(of: "s", []))
        try directory.answerPing()
        #expect(try found("030 123456") == ["Ada", "family"])
    }

    @Test func `The user chooses folders, which are followed and forgotten at once`() throws {
        let object = directory.object()
        try object.call("SetContactFolders", .array(of: "s", ["~/own", "/not/there"]))
        try directory.expect("ContactFolders", .array(of: "s", ["~/own", "/not/there"]))
        try write(card("Ada", "030 123456"), "own/1.vcf")
        try directory.expect("Contacts", .uint32(1))
        #expect(try found("030 123456") == ["Ada", "own"])
        try object.call("SetContactFolders", .array(of: "s", []))
        try directory.expect("Contacts", .uint32(0))
        #expect(try found("030 123456") == ["", ""])
        for paths in [["relative"], [""], ["/a\nb"], Array(repeating: "/a", count: 17)] as [[DBusValue]] {
            #expect(try object.error("SetContactFolders", .array(of: "s", paths))?.shortName == "InvalidArgs")
        }
    }
}
