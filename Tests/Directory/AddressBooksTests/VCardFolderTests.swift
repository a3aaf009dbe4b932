// SPDX-License-Identifier: MIT

import BusTesting
import CallContract
import Foundation
import Glibc
import SDBus
import Testing

@testable import AddressBooks

/// Address books that are folders, on a real file system with real notices of changes.
struct VCardFolderTests {
    let home: TemporaryDirectory
    let copy: Copy
    private var root: URL { home.url.appendingPathComponent("data/contacts") }

    init() throws {
        home = try TemporaryDirectory()
        copy = try Copy()
    }

    private func folder(_ limits: VCardLimits = VCardLimits()) -> VCardFolder {
        let folder = VCardFolder(root.path, name: "Contacts", on: copy.loop, limits: limits) { [copy] in copy.note($0) }
        folder.begin()
        return folder
    }

    private static func card(_ name: String, _ more: String = "") -> String {
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name)\r\nTEL:1\r\n\(more)END:VCARD\r\n"
    }

    private func makeRoot(_ name: String = "") throws {
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent(name), withIntermediateDirectories: true)
    }

    /// Writes a file in place.
    private func write(_ text: String, _ name: String) throws {
        try text.write(to: root.appendingPathComponent(name), atomically: false, encoding: .utf8)
    }

    private func remove(_ name: String = "") throws {
        try FileManager.default.removeItem(at: root.appendingPathComponent(name))
    }

    private func move(_ name: String, to other: String) throws {
        #expect(rename(root.appendingPathComponent(name).path, root.appendingPathComponent(other).path) == 0)
    }

    @Test func `A folder is read with the folders one level below, and without hidden and other files`() throws {
        try makeRoot("kdeconnect-1/deeper")
        try makeRoot(".trash")
        try write(Self.card("Ada"), "ada.vcf")
        try write(Self.card("Bob"), "kdeconnect-1/bob.VCARD")
        try write(Self.card("Cleo") + Self.card("Dora"), "two.vcf")
        for name in ["note.txt", ".hidden.vcf", "kdeconnect-1/deeper/x.vcf", ".trash/x.vcf"] {
            try write(Self.card("None"), name)
        }
        let folder = folder()
        try withExtendedLifetime(folder) { try copy.wait(for: "Ada", "Bob", "Cleo", "Dora") }
        #expect(copy.faults.isEmpty && copy.index.name(ofBook: "book") == "Contacts")
        // Cards without a UID are known by their place.
        #expect(
            Set(copy.index.contacts(withKey: "1").map(\.id.uid))
                == ["ada.vcf", "kdeconnect-1/bob.VCARD", "two.vcf", "two.vcf#2"])
    }

    @Test func `Files that are written, replaced, renamed, linked and removed are followed`() throws {
        try makeRoot()
        try withExtendedLifetime(folder()) {
            try write(Self.card("Ada"), "a.vcf")
            try copy.wait(for: "Ada")
            try write(Self.card("Augusta"), "a.vcf")
            try copy.wait(for: "Augusta")
            try Self.card("Bob").write(to: root.appendingPathComponent("b.vcf"), atomically: true, encoding: .utf8)
            try copy.wait(for: "Augusta", "Bob")
            try move("b.vcf", to: "a.vcf")
            try copy.wait(for: "Bob")
            try move("a.vcf", to: "a.txt")
            try copy.wait()
            try move("a.txt", to: "a.vcf")
            try copy.wait(for: "Bob")
            // vdirsyncer writes another file, links it to its place, and removes the other name.
            try write(Self.card("Cleo"), "tmp123")
            #expect(link(root.appendingPathComponent("tmp123").path, root.appendingPathComponent("c.vcf").path) == 0)
            try remove("tmp123")
            try copy.wait(for: "Bob", "Cleo")
            try remove("a.vcf")
            try copy.wait(for: "Cleo")
        }
    }

    @Test func `A file that is being written is read when it is closed`() throws {
        try makeRoot()
        let bytes = Array(Self.card("Ada").utf8)
        try withExtendedLifetime(folder()) {
            let path = root.appendingPathComponent("a.vcf").path
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
            // The folder has seen the first file when it tells the second one.
            try write(Self.card("Bob"), "b.vcf")
            try copy.wait(for: "Bob")
            close(file)
            try copy.wait(for: "Ada", "Bob")
        }
    }

    @Test func `A file whose writer closes it under another name is read too`() throws {
        try makeRoot()
        let bytes = Array(Self.card("Ada").utf8)
        let other = home.url.appendingPathComponent("other").path
        try withExtendedLifetime(folder()) {
            let file = open(other, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
            #expect(link(other, root.appendingPathComponent("a.vcf").path) == 0)
            try write(Self.card("Bob"), "b.vcf")
            try copy.wait(for: "Bob")
            close(file)
            try copy.wait(for: "Ada", "Bob")
        }
    }

    @Test func `A missing folder is awaited, and it may disappear and come back`() throws {
        try withExtendedLifetime(folder()) {
            try home.write(Self.card("None"), to: "other.vcf")
            for _ in 0..<2 {
                try makeRoot("below")
                try write(Self.card("Ada"), "a.vcf")
                try write(Self.card("Bob"), "below/b.vcf")
                try copy.wait(for: "Ada", "Bob")
                try remove("below")
                try copy.wait(for: "Ada")
                try FileManager.default.removeItem(at: root.deletingLastPathComponent())
                try copy.wait()
            }
            // Another program moves a complete folder to the place.
            let other = home.url.appendingPathComponent("other")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            try Self.card("Cleo").write(to: other.appendingPathComponent("c.vcf"), atomically: false, encoding: .utf8)
            try FileManager.default.createDirectory(
                at: root.deletingLastPathComponent(), withIntermediateDirectories: true)
            #expect(rename(other.path, root.path) == 0)
            try copy.wait(for: "Cleo")
        }
    }

    @Test func `A file in the place of the folder is awaited like a missing folder`() throws {
        try FileManager.default.createDirectory(at: root.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: root)
        try withExtendedLifetime(folder()) {
            try copy.loop.turn { copy.books == ["book"] }
            try FileManager.default.removeItem(at: root)
            try makeRoot()
            try write(Self.card("Ada"), "a.vcf")
            try copy.wait(for: "Ada")
        }
    }

    @Test func `A thousand files in one go arrive completely, and an unchanged file is not read again`() throws {
        try makeRoot()
        try withExtendedLifetime(folder()) {
            for number in 0..<1_000 {
                try write(Self.card("Contact", "UID:\(number)\r\n"), "\(number).vcf")
            }
            try copy.loop.turn { copy.index.count == 1_000 }
            let changes = copy.changes.count
            #expect(chmod(root.path, 0o700) == 0)
            try write(Self.card("Last"), "last.vcf")
            try copy.loop.turn { copy.index.count == 1_001 }
            #expect(copy.changes.count == changes + 1)
        }
    }

    @Test(arguments: 1...3) func `After any series of changes the copy equals the folder`(seed: UInt64) throws {
        try makeRoot()
        var random = Dice(state: seed)
        try withExtendedLifetime(folder()) {
            for round in 0..<400 {
                let name = random.pick(["a.vcf", "b.vcf", "sub/a.vcf", "sub/c.vcf", "other/a.vcf", "x.txt"])
                let other = random.pick(["a.vcf", "d.vcf", "sub/b.vcf", "sub", "other", "y.vcf"])
                let card = Self.card("Ada \(round)", random.pick(["", "UID:1\r\n", "UID:2\r\n"]))
                // Any of these may fail.
                switch random.pick(["write", "replace", "move", "remove", "folder", "turn"]) {
                case "write": try? write(card + random.pick(["", card]), name)
                case "replace":
                    try? card.write(to: root.appendingPathComponent(name), atomically: true, encoding: .utf8)
                case "move":
                    rename(root.appendingPathComponent(name).path, root.appendingPathComponent(other).path)
                case "remove": try? remove(random.pick([name, other]))
                case "folder": try? makeRoot(random.pick(["sub", "other"]))
                default: while try copy.loop.turn() {}
                }
            }
            let expected = try namesInFiles()
            try copy.loop.turn { copy.names == expected && copy.index.count == expected.count }
        }
    }

    /// The names of the contacts in all files, read without the code under test that follows folders.
    private func namesInFiles() throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".vcf") }
        return try paths.flatMap { path in
            let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            let cards = read(text).compactMap { item in if case .card(let card) = item { card } else { nil } }
            // The second card with a UID replaces the first one.
            return cards.enumerated().filter { $0 == 0 || $1.uid.isEmpty }.map(\.element.name)
        }.sorted()
    }

    @Test func `A change of one card in a file of many changes that contact only`() throws {
        try makeRoot()
        let many = (0..<500).map { Self.card("Contact \($0)", "UID:\($0)\r\n") }
        try write(many.joined(), "all.vcf")
        try withExtendedLifetime(folder()) {
            try copy.loop.turn { copy.index.count == 500 }
            let before = copy.changes.count
            var changed = many
            changed[7] = Self.card("Ada", "UID:7\r\n")
            changed.removeLast()
            try write(changed.joined(), "all.vcf")
            try copy.loop.turn { copy.index.count == 499 }
            #expect(Set(copy.changes[before...].map(\.uid)) == ["7", "499"])
        }
    }

    @Test func `Damaged, large and unreadable files give a reason with their place, and other files are read`() throws {
        try makeRoot()
        var limits = VCardLimits()
        limits.file = 2_000
        try write("BEGIN:VCARD\nFN:Zoe\n" + Self.card("Ada"), "a.vcf")
        try write(Self.card(String(repeating: "x", count: 3_000)), "big.vcf")
        #expect(mkfifo(root.appendingPathComponent("pipe.vcf").path, 0o600) == 0)
        #expect(symlink("loop.vcf", root.appendingPathComponent("loop.vcf").path) == 0)
        #expect(symlink("nowhere.vcf", root.appendingPathComponent("dangling.vcf").path) == 0)
        try makeRoot("folder.vcf")
        try withExtendedLifetime(folder(limits)) {
            try copy.loop.turn { copy.faults.count == 5 && copy.names == ["Ada"] }
        }
        let faults = Dictionary(copy.faults.map { (URL(fileURLWithPath: $0.file).lastPathComponent, $0) }) { $1 }
        #expect(faults["a.vcf"]?.line == 1)
        #expect(faults["big.vcf"]?.message.hasPrefix("The file is larger than 2000 bytes") == true)
        for name in ["pipe.vcf", "loop.vcf", "folder.vcf"] {
            #expect(faults[name]?.message == "It is not an ordinary file. Replace or rename it.")
        }
        #expect(copy.faults.allSatisfy { $0.message.hasSuffix(".") })
    }

    // MARK: Pictures

    private static let png = PictureHeaderTests.png(2, 3)

    private func picture(of name: String) throws -> ContactPicture {
        try #require(copy.index.contacts(withKey: "1").first { $0.contact.name == name }?.contact.picture)
    }

    @Test func `A picture in a card is read from the file when it is wanted, unless the file has changed`() throws {
        try makeRoot()
        let photo = "PHOTO;ENCODING=b;TYPE=PNG:\(Data(Self.png).base64EncodedString())\r\n"
        try write(Self.card("Ada") + Self.card("Bob", photo), "a.vcf")
        try withExtendedLifetime(folder()) {
            try copy.wait(for: "Ada", "Bob")
            let picture = try picture(of: "Bob")
            #expect(try picture.bytes() == Self.png)
            // Another card is at the place of the old one.
            try write(Self.card("Bobby") + Self.card("Bob"), "a.vcf")
            #expect(throws: PictureFault.hasChanged) { try picture.bytes() }
            try copy.wait(for: "Bobby", "Bob")
            #expect(copy.index.contacts(withKey: "1").allSatisfy { $0.contact.picture == nil })
        }
    }

    @Test func `A change of a picture alone is a change of the contact`() throws {
        try makeRoot()
        func photo(_ height: Int) -> String {
            "UID:1\r\nPHOTO:data:image/png;base64,\(Data(PictureHeaderTests.png(2, height)).base64EncodedString())\r\n"
        }
        try write(Self.card("Ada", photo(3)), "a.vcf")
        try withExtendedLifetime(folder()) {
            try copy.wait(for: "Ada")
            let before = copy.changes.count
            try write(Self.card("Ada", photo(4)), "a.vcf")
            try copy.loop.turn { copy.changes.count > before }
            #expect(try picture(of: "Ada").bytes() == PictureHeaderTests.png(2, 4))
        }
    }

    @Test func `A picture in a file is read only if it is in the folder of the address book`() throws {
        try makeRoot("photos")
        let outside = home.url.appendingPathComponent("secret.png")
        try Data(Self.png).write(to: outside)
        try Data(Self.png).write(to: root.appendingPathComponent("photos/good one.png"))
        #expect(symlink(outside.path, root.appendingPathComponent("photos/link.png").path) == 0)
        #expect(mkfifo(root.appendingPathComponent("photos/pipe.png").path, 0o600) == 0)
        try Data("text".utf8).write(to: root.appendingPathComponent("photos/text.png"))
        for (name, path) in [
            ("Good", "\(root.path)/photos/good%20one.png"), ("Link", "\(root.path)/photos/link.png"),
            ("Pipe", "\(root.path)/photos/pipe.png"), ("Text", "\(root.path)/photos/text.png"),
            ("Gone", "\(root.path)/photos/gone.png"), ("Outside", outside.path),
            ("Up", "\(root.path)/photos/../../../secret.png"), ("EncodedUp", "\(root.path)/%2e%2e/../secret.png"),
        ] {
            try write(Self.card(name, "PHOTO;VALUE=uri:file://\(path)\r\n"), "\(name).vcf")
        }
        try write(Self.card("Web", "PHOTO;VALUE=uri:https://example.org/x.png\r\n"), "web.vcf")
        try withExtendedLifetime(folder()) {
            try copy.wait(
                for: "Good", "Link", "Pipe", "Text", "Gone", "Outside", "Up", "EncodedUp", "Web")
        }
        #expect(try picture(of: "Good").bytes() == Self.png)
        #expect(throws: PictureFault.isOutside) { try picture(of: "Link").bytes() }
        #expect(throws: PictureFault.isOutside) { try picture(of: "Pipe").bytes() }
        #expect(throws: PictureFault.isUnknownFormat) { try picture(of: "Text").bytes() }
        #expect(throws: PictureFault.cannotBeRead(ENOENT)) { try picture(of: "Gone").bytes() }
        for name in ["Outside", "Up", "EncodedUp", "Web"] {
            #expect(copy.index.contacts(withKey: "1").first { $0.contact.name == name }?.contact.picture == nil)
        }
    }

    @Test func `The folder of Plasma follows the user's environment`() {
        let folders = UserFolders { ["HOME": "/home/ada", "XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "x"][$0] }
        #expect(folders?.plasmaContacts?.path == "/data/kpeoplevcard")
        #expect(folders?.configuration == "/home/ada/.config" && folders?.cache == "/home/ada/.cache")
        #expect(UserFolders { _ in nil } == nil)
    }
}

/// Random numbers that are the same in each run.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 11 ^ state << 31
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(truncatingIfNeeded: next() >> 20 & 0xFFFF) % elements.count]
    }
}
