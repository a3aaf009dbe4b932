// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A directory that has just started and does not know all contacts yet.
@Suite(.daemonLogs)
struct UnreadContactsTests {
    private let stage: Stage
    private let phone: Provider

    init() throws {
        stage = try Stage()
        phone = try stage.app("Phone")
    }

    @Test(.needsEvolution)
    func `The request that starts the directory finds a contact of Evolution and one of a folder`() throws {
        let directory = try DirectoryUnderTest(stage, withEvolution: true)
        let evolution = try #require(directory.evolution)
        try directory.add("Bob", "030 999")
        _ = try evolution.add("FN:Ada\nTEL:030 123456")
        #expect(try directory.stop() == .exited(0))
        try directory.installService()
        for (name, number) in [("Ada", "030 123456"), ("Bob", "030 999")] as [(String, DBusValue)] {
            for service in [DirectoryUnderTest.name, EvolutionServer.factory, EvolutionServer.registry] {
                if try evolution.client.nameOwner(service) != nil { try evolution.kill(service) }
            }
            let dialed = try directory.monkeycall("dial", name)
            #expect(dialed.succeeded, "\(dialed.errors)")
            let call = try phone.actor.client.waitForSignal("StartCallRequested").arguments[1]
            #expect(call == .tuple("phone-number", number))
        }
    }

    private func writeContacts(_ directory: DirectoryUnderTest) throws {
        let cards = (0..<8_000).map { "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:C\($0)\r\nTEL:+49301\($0)\r\nEND:VCARD\r\n" }
        try Data(cards.joined().utf8).write(to: directory.book.appendingPathComponent("all.vcf"), options: .atomic)
        try directory.expect("Contacts", .uint32(8_000))
    }

    @Test func `A call of a contact that ended before the start has its name in the history`() throws {
        let directory = try DirectoryUnderTest(stage)
        try writeContacts(directory)
        #expect(try directory.stop() == .exited(0))
        try phone.ring("A", from: "+493017999")
        try phone.reportEnded(UUIDs.text("A"), "unanswered")
        try directory.start()
        try directory.expect("UnreadMissed", .uint32(1), "History")
        #expect(try directory.history().first?["Name"] == "C7999")
    }

    @Test func `A contact rings just after the start, although only contacts may ring`() throws {
        let directory = try DirectoryUnderTest(stage)
        try writeContacts(directory)
        try directory.lists.call("AddRule", "not-in-contacts", "", "reject")
        let stranger = "+49301999999"
        #expect(phone.refusal("A", from: stranger) == "IncomingCall.FilteredByBlockList")
        let watcher = try stage.subscriber()
        try directory.crash()
        while try watcher.client.manager.get("HasDirectory") != false {
            _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["HasDirectory"] == false }
        }
        try directory.startWithoutAnswer(with: nil)
        while try watcher.client.manager.get("HasDirectory") != true {
            _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["HasDirectory"] == true }
        }
        #expect(phone.refusal("B", from: "+493017999") == "no error")
        try phone.reportEnded(UUIDs.text("B"))
        // The name is taken when the contacts have been read.
        _ = try directory.client.waitForName(DirectoryUnderTest.name)
        #expect(phone.refusal("C", from: stranger) == "IncomingCall.FilteredByBlockList")
    }
}
