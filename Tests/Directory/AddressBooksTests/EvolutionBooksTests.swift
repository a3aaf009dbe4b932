// SPDX-License-Identifier: MIT

import BusTesting
import CallContract
import DiskWork
import Foundation
import SDBus
import Testing

@testable import AddressBooks

/// The address books of the real Evolution Data Server.
@Suite(.needsEvolution)
struct EvolutionBooksTests {
    let server: EvolutionServer
    let copy: Copy
    let bus: BusConnection
    let folders: UserFolders

    init() throws {
        let (server, copy) = (try EvolutionServer(), try Copy())
        (self.server, self.copy) = (server, copy)
        bus = try BusConnection(.address(server.bus.address), description: "contacts", loop: copy.loop)
        folders = try #require(UserFolders { ["HOME": server.home.url.path][$0] })
    }

    private func books() -> EvolutionBooks {
        let files = FileThreads(copy.loop)
        let books = EvolutionBooks(on: bus, loop: copy.loop, folders: folders, files: files) { [copy] book, event in
            copy.note(event, of: book)
        }
        books.begin()
        return books
    }

    /// The bus answers in order, so when it has answered this, it has answered everything before.
    private func roundTrip(_ times: Int = 1) throws {
        for _ in 0..<times {
            var isAnswered = false
            try bus.callAsync(.bus("GetId")) { _ in isAnswered = true }
            try copy.loop.turn { isAnswered }
        }
    }

    @Test func `The service is not started for a user who has no data there, and no book is awaited`() throws {
        try withExtendedLifetime(books()) {
            try roundTrip(10)
            try copy.loop.turn { copy.settled == [EvolutionBooks.all: 0] }
            #expect(copy.books.isEmpty && copy.faults.isEmpty)
        }
        // The log of the bus names the connection for which it starts a service. Another program is the first one.
        try server.open()
        let starts = try server.starts(upTo: EvolutionServer.factory)
        let own = try bus.uniqueName
        #expect(!starts.isEmpty && starts.allSatisfy { !$0.contains("'\(own)'") })
    }

    @Test func `The books are read when another program has started the service`() throws {
        try withExtendedLifetime(books()) {
            try roundTrip(10)
            try server.open()
            _ = try server.add("FN:Ada\nTEL:1")
            try copy.wait(for: "Ada")
            #expect(copy.books.contains("evolution:system-address-book"))
            #expect(copy.index.name(ofBook: "evolution:system-address-book") == "Personal")
        }
    }

    @Test func `A user's contacts are read from a service that does not run yet, and then the book is settled`() throws
    {
        _ = try server.add("FN:Ada\nTEL;TYPE=CELL:1\nEMAIL:ada@example.org\nX-FOLKS-FAVOURITE:true")
        _ = try server.add("FN:Bob\nTEL;VALUE=uri:tel:1\nIMPP;X-SERVICE-TYPE=sip:bob@example.org")
        _ = try server.add("FN:Friends\nX-EVOLUTION-LIST:TRUE\nEMAIL:ada@example.org")
        _ = try server.add("FN:Nameless")
        try server.kill(EvolutionServer.factory)
        try server.kill(EvolutionServer.registry)
        try withExtendedLifetime(books()) {
            try copy.wait(for: "Ada", "Bob")
            let contacts = copy.index.contacts(withKey: "1").map(\.contact).sorted { $0.name < $1.name }
            #expect(contacts[0].isFavourite && contacts[0].handles[0].use == .mobile)
            #expect(contacts[1].handles.map(\.handle.value) == ["1", "bob@example.org"])
            try copy.loop.turn { copy.settled["evolution:system-address-book"] == 2 }
            #expect(copy.settled[EvolutionBooks.all] == 0)
            #expect(copy.faults.isEmpty)
        }
    }

    @Test func `Contacts that are added, changed and removed are followed`() throws {
        try server.open()
        try withExtendedLifetime(books()) {
            let ada = try server.add("FN:Ada\nTEL:1")
            let bob = try server.add("FN:Bob\nTEL:1")
            try copy.wait(for: "Ada", "Bob")
            try server.change(ada, "FN:Augusta\r\nTEL:1")
            try copy.wait(for: "Augusta", "Bob")
            try server.remove(bob)
            try copy.wait(for: "Augusta")
            // A contact without a handle is of no use for calls.
            try server.change(ada, "FN:Augusta")
            try copy.wait()
        }
    }

    @Test func `Contacts are kept while the service restarts, and those that changed meanwhile change then`() throws {
        let ada = try server.add("FN:Ada\nTEL:1")
        _ = try server.add("FN:Bob\nTEL:1")
        try withExtendedLifetime(books()) {
            try copy.wait(for: "Ada", "Bob")
            try server.kill(EvolutionServer.factory)
            server.forgetBook()
            try copy.waitForFault("Its service has ended. It will be tried again.")
            #expect(copy.names == ["Ada", "Bob"])
            try server.remove(ada)
            _ = try server.add("FN:Cleo\nTEL:1")
            try copy.wait(for: "Bob", "Cleo")
            let before = copy.changes.count
            try server.kill(EvolutionServer.registry)
            _ = try server.add("FN:Dora\nTEL:1")
            try copy.wait(for: "Bob", "Cleo", "Dora")
            #expect(copy.changes.count == before + 1)
        }
    }

    @Test func `A disabled book disappears, and an enabled one appears`() throws {
        _ = try server.add("FN:Ada\nTEL:1")
        try withExtendedLifetime(books()) {
            try copy.wait(for: "Ada")
            try server.setEnabled(false)
            try copy.wait()
            #expect(!copy.books.contains("evolution:system-address-book"))
            try server.setEnabled(true)
            try copy.wait(for: "Ada")
        }
    }

    @Test func `A picture that the service keeps in a file is read from its folder`() throws {
        let png = PictureHeaderTests.png(2, 3)
        _ = try server.add("FN:Ada\nTEL:1\nPHOTO;ENCODING=b;TYPE=PNG:\(Data(png).base64EncodedString())")
        let outside = try server.home.write("x", to: "secret.png")
        _ = try server.add("FN:Bob\nTEL:1\nPHOTO;VALUE=uri:file://\(outside.path)")
        try withExtendedLifetime(books()) {
            try copy.wait(for: "Ada", "Bob")
            let contacts = copy.index.contacts(withKey: "1").map(\.contact).sorted { $0.name < $1.name }
            #expect(try contacts[0].picture?.bytes() == png)
            #expect(contacts[1].picture == nil)
        }
    }

    @Test func `A contact with a character that the bus library refuses is missing, and all other contacts are not`()
        throws
    {
        try server.addMany((0..<50).map { "FN:Contact \($0)\r\nTEL:+4930\($0)" } + ["FN:Eve\u{FFFF}\r\nTEL:1"])
        let ada = try server.add("FN:Ada\nTEL:1")
        try withExtendedLifetime(books()) {
            try copy.loop.turn { copy.settled["evolution:system-address-book"] == 51 }
            #expect(copy.names == ["Ada"])
            // A view that is complete tells a batch of changes.
            try server.change(ada, "FN:Ada\u{FFFF}\r\nTEL:1")
            try copy.loop.turn { copy.names == [] && copy.index.count == 50 }
            try server.change(ada, "FN:Augusta\r\nTEL:1")
            try copy.loop.turn { copy.names == ["Augusta"] && copy.index.count == 51 }
            #expect(copy.faults.map { $0.message.prefix(20) } == ["1 of the contacts of", "2 of the contacts of"])
        }
    }

    @Test func `A contact with notes of four megabytes arrives`() throws {
        _ = try server.add("FN:Ada\nTEL:1\nNOTE:" + String(repeating: "x", count: 4 << 20))
        try withExtendedLifetime(books()) { try copy.wait(for: "Ada") }
    }

    @Test func `Five thousand contacts arrive completely`() throws {
        for hundred in 0..<50 {
            try server.addMany((0..<100).map { "FN:Contact \(hundred * 100 + $0)\r\nTEL:+4930\(hundred * 100 + $0)" })
        }
        try withExtendedLifetime(books()) { try copy.loop.turn { copy.index.count == 5_000 } }
    }
}
