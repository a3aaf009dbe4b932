// SPDX-License-Identifier: MIT

import Contacts
import Foundation
import SDBus
import Testing

import class BusTesting.ChildProcess
import enum BusTesting.Product

/// The real directory, with cards in its folder.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct ContactTests {
    private static let name = "org.monkeycall.Directory"
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    private let store = CNContactStore()
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let keys: [any CNKeyDescriptor] = [
        CNContactGivenNameKey as any CNKeyDescriptor, CNContactPhoneNumbersKey,
        CNContactFormatter.descriptorForRequiredKeys(for: .fullName),
    ]

    private func directory(_ cards: [String]) throws -> ChildProcess {
        let book = home.appendingPathComponent("kpeoplevcard")
        try FileManager.default.createDirectory(at: book, withIntermediateDirectories: true)
        for (index, card) in cards.enumerated() {
            let text = "BEGIN:VCARD\r\nVERSION:3.0\r\n\(card)\r\nEND:VCARD\r\n"
            try Data(text.utf8).write(to: book.appendingPathComponent("\(index).vcf"))
        }
        let address = try PrivateBus.address()
        let folders = ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"].map { ($0, home.path) }
        let process = try PrivateBus.start(
            [try Product.path("monkeycall-directory"), "--address=\(address)", "--session-address=\(address)"],
            Dictionary(uniqueKeysWithValues: folders + [("LC_TELEPHONE", "de_DE.UTF-8")]), owning: Self.name)
        let client = try PrivateBus.client()
        let target = CallTarget(
            BusName(trusted: Self.name), "/org/monkeycall/Directory", StandardInterface.properties, "Get")
        while try client.call(target, Self.name, "Contacts").read(Variant.self) != .uint32(UInt32(cards.count)) {
            usleep(2_000)
        }
        return process
    }

    private func stop(_ process: ChildProcess) throws {
        try PrivateBus.end(process, Self.name)
        try? FileManager.default.removeItem(at: home)
    }

    @Test("Contacts of the directory are found by number, name, address and identifier, and enumerated by name")
    func found() async throws {
        let directory = try directory([
            "FN:Zoe Alba Smith\r\nTEL;TYPE=CELL:030 123456\r\nEMAIL;TYPE=WORK:Zoe@example.org",
            "FN:Ann\r\nTEL:040 1\r\nPHOTO;ENCODING=b;TYPE=PNG:\(Self.picture.base64EncodedString())",
        ])
        defer { try? stop(directory) }
        #expect(try await store.requestAccess(for: .contacts))
        #expect(CNContactStore.authorizationStatus(for: .contacts) == .authorized)
        let number = CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: "+49 30 123456"))
        let zoe = try #require(try store.unifiedContacts(matching: number, keysToFetch: keys).first)
        #expect(zoe.givenName == "Zoe Alba" && zoe.familyName == "Smith")
        #expect(CNContactFormatter.string(from: zoe, style: .fullName) == "Zoe Alba Smith")
        #expect(zoe.phoneNumbers.map(\.value.stringValue) == ["030 123456"])
        #expect(zoe.phoneNumbers.first?.label == CNLabelPhoneNumberMobile)
        #expect(zoe.emailAddresses.first.map { $0.value as String } == "Zoe@example.org")
        #expect(!zoe.imageDataAvailable && zoe.areKeysAvailable(keys))
        let predicates = [
            CNContact.predicateForContacts(matchingName: "smi"),
            CNContact.predicateForContacts(matchingEmailAddress: "zoe@example.org"),
            CNContact.predicateForContacts(withIdentifiers: [zoe.identifier, "none"]),
        ]
        for predicate in predicates {
            #expect(
                try store.unifiedContacts(matching: predicate, keysToFetch: keys).map(\.identifier) == [zoe.identifier])
        }
        var names: [String] = []
        let request = CNContactFetchRequest(keysToFetch: keys + [CNContactImageDataKey])
        try store.enumerateContacts(with: request) { contact, _ in
            names.append(contact.givenName)
            #expect((contact.imageData == Self.picture) == (contact.givenName == "Ann"))
        }
        #expect(names == ["Ann", "Zoe Alba"])
        try store.enumerateContacts(with: request) { contact, stop in
            names.append(contact.givenName)
            stop.pointee = true
        }
        #expect(names == ["Ann", "Zoe Alba", "Ann"])
        #expect(throws: CNError.self) {
            try store.unifiedContact(withIdentifier: "book/Nobody", keysToFetch: keys)
        }
        #expect(throws: CNError.self) {
            try store.unifiedContacts(matching: NSPredicate(value: true), keysToFetch: keys)
        }
        let stranger = CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: "+1 212 555 0100"))
        #expect(try store.unifiedContacts(matching: stranger, keysToFetch: keys).isEmpty)
    }

    /// A PNG with one pixel, as far as its header.
    private static let picture =
        png + Data([0, 0, 0, 13]) + Data("IHDR".utf8)
        + Data([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89])

    @Test("Without a directory access is denied")
    func denied() async throws {
        _ = try PrivateBus.address()
        let error = await #expect(throws: CNError.self) { try await store.requestAccess(for: .contacts) }
        #expect(error?.code == .communicationError && error?.localizedDescription.contains("install") == true)
        #expect(CNContactStore.authorizationStatus(for: .contacts) == .denied)
        #expect(throws: CNError.self) {
            try store.enumerateContacts(with: CNContactFetchRequest(keysToFetch: keys)) { _, _ in }
        }
    }

    @Test("A contact that an app made has a name in the order of its parts")
    func formatted() {
        let contact = CNMutableContact()
        #expect(CNContactFormatter.string(from: contact, style: .fullName) == nil)
        contact.organizationName = "Engines"
        #expect(CNContactFormatter.string(from: contact, style: .fullName) == "Engines")
        (contact.givenName, contact.familyName) = ("Ada", "Lovelace")
        #expect(CNContactFormatter().string(from: contact) == "Ada Lovelace")
        contact.phoneNumbers = [CNLabeledValue(label: CNLabelHome, value: CNPhoneNumber(stringValue: "1"))]
        #expect(CNLabeledValue<String>.localizedString(forLabel: CNLabelHome) == "home")
    }
}
