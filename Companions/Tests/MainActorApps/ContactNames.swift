// SPDX-License-Identifier: MIT

import Contacts
import os

/// Names of callers from the user's address books.
actor ContactNames {
    private let store = CNContactStore()
    private let log = Logger(subsystem: "org.example.Phone", category: "contacts")
    private var known: [String: String] = [:]

    func name(of number: String) -> String? {
        if let name = known[number] { return name }
        let predicate = CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: number))
        do {
            let keys = [CNContactGivenNameKey, CNContactFamilyNameKey] as [any CNKeyDescriptor]
            let contact = try store.unifiedContacts(matching: predicate, keysToFetch: keys).first
            let name = contact.map { "\($0.givenName) \($0.familyName)" }
            known[number] = name
            return name
        } catch {
            log.error("no contact: \(error.localizedDescription, privacy: .public)")
            return nil
        }
    }
}
