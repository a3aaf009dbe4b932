// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// What the directory writes into its log.
@Suite(.daemonLogs)
final class DirectoryLogTests: DirectorySuite {
    /// Screens, places, looks up and searches, and fails at each of these.
    private func meet(_ number: String) throws {
        let caller = DBusValue.tuple("phone-number", .string(number))
        try directory.add("Ada", number)
        try directory.object("Lists").call("AddRule", "caller", .string(number), "reject")
        #expect(phone.actor.refusal { _ in try phone.ring("A", ["RemoteHandle": caller]) } != "no error")
        try phone.ring("B", from: number + "5")
        try phone.reportEnded(UUIDs.text("B"))
        try directory.object().call("Lookup", caller, [:])
        try directory.object().call("Search", .string(number), .uint32(5), [:])
        try directory.object("History").call("Search", .string(number), [:], .uint64(0), .uint32(5))
        try directory.object().call("Place", .string(number), [:])
        for text in ["tel:\(number)", "Ada \(number)"] {
            #expect(try directory.object().error("Place", .string(text), [:]) != nil)
        }
        let options: DBusValue = ["Provider": .string("org.example.Gone")]
        #expect(try directory.object().error("Place", .string(number), options) != nil)
    }

    /// Refuses a list with the number in a wrong line, and in its name.
    private func refuseLists(with number: String) throws {
        let texts = [
            ("text", "\(number)\nhello \(number)\n"), ("csv", "\(number),\"Bank\n"),
            ("vcard", "BEGIN:VCARD\nFN:\(number)\nTEL:\(number)\nTEL \(number)\n"),
        ]
        for (format, text) in texts {
            let file = DBusValue.descriptor(try .memory(Array(text.utf8), sealed: false))
            let name = DBusValue.string("list \(number)")
            #expect(try directory.object("Lists").error("ImportList", name, file, .string(format), [:]) != nil)
        }
    }

    /// Reads a card that has mistakes, in a file with the number as its name.
    private func readBrokenCard(with number: String) throws {
        let card = "TEL:\(number)\nBEGIN:VCARD\nFN:\(number)\nTEL \(number)\nTEL:\(number)\n"
        try Data(card.utf8).write(to: directory.book.appendingPathComponent("\(number).vcf"), options: .atomic)
        _ = try directory.process.waitForLine(of: .error) { $0.contains("a part of an address book is not used") }
    }

    /// A program of the desktop chooses the number, and no app can call it.
    private func failToCall(_ number: String) throws {
        try phone.actor.call("InvalidateProvider", .string(phone.identifier))
        let search = directory.client.object(
            DirectoryUnderTest.name, "/org/monkeycall/Search", "org.gnome.Shell.SearchProvider2")
        try search.call("ActivateResult", .string("phone-number:\(number)"), .strings([]), .uint32(0))
        _ = try directory.process.waitForLine(of: .error) { $0.contains("was not called") }
    }

    @Test func `The log has no phone number and no name of a contact`() throws {
        let number = "+49307654321"
        try meet(number)
        try refuseLists(with: number)
        try readBrokenCard(with: number)
        try failToCall(number)
        #expect(try directory.stop() == .exited(0))
        let log = directory.process.text(of: .error)
        #expect(!log.contains("7654321") && !log.contains("Ada"))
    }
}
