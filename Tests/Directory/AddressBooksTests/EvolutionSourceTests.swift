// SPDX-License-Identifier: MIT

import Testing

@testable import AddressBooks

/// The key files that describe the sources of Evolution Data Server.
struct EvolutionSourceTests {
    private static let text = """

        [Data Source]
        DisplayName[de]=Persönlich
        DisplayName=My\\sBook
        Enabled=true
        Parent=local-stub

        [Address Book]
        BackendName=local
        Enabled=false
        """

    @Test func `A source has a name, a parent, a state and a kind`() {
        let source = EvolutionSource(uid: "1", data: Self.text)
        #expect(source.name == "My Book" && source.parent == "local-stub")
        #expect(source.isEnabled && source.isAddressBook)
        #expect(!EvolutionSource(uid: "1", data: Self.text.replacing("Enabled=true", with: "Enabled=false")).isEnabled)
        #expect(!EvolutionSource(uid: "1", data: Self.text.replacing("Address Book", with: "Calendar")).isAddressBook)
    }

    @Test func `Only enabled address books in enabled accounts are used, even if sources name each other as parents`() {
        func source(_ uid: String, parent: String = "", isEnabled: Bool = true, isBook: Bool = true) -> EvolutionSource
        {
            let kind = isBook ? "[Address Book]" : "[Collection]"
            return EvolutionSource(
                uid: uid, data: "[Data Source]\nParent=\(parent)\nEnabled=\(isEnabled)\n\(kind)\n")
        }
        let sources = [
            source("on", parent: "account"), source("off", isEnabled: false), source("account", isBook: false),
            source("inOff", parent: "offAccount"), source("offAccount", isEnabled: false, isBook: false),
            source("a", parent: "b"), source("b", parent: "a"), source("self", parent: "self"),
        ]
        #expect(EvolutionSource.books(among: sources).map(\.uid) == ["on", "a", "b", "self"])
    }

    @Test func `The newest version of the services is used`() {
        let prefix = "org.gnome.evolution.dataserver."
        let names = ["Sources4", "Sources5", "Sources10", "AddressBook9", "AddressBook10", "AddressBookX"]
        let services = EvolutionName.services(among: names.map { prefix + $0 })
        #expect(services?.registry == prefix + "Sources10" && services?.factory == prefix + "AddressBook10")
        #expect(EvolutionName.services(among: [prefix + "Sources5"]) == nil)
    }
}
