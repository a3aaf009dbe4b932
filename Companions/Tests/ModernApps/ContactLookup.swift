// SPDX-License-Identifier: MIT

import CallKit
import Contacts
import os

/// Names and pictures of callers.
actor ContactLookup {
    struct Caller: Sendable, Hashable {
        var name: String
        var picture: Data?
    }

    private let store = CNContactStore()
    private let logger = Logger(subsystem: "org.example.Phone", category: "Contacts")
    private var known: [String: Caller] = [:]

    func caller(_ number: String) async -> Caller? {
        if let caller = known[number] { return caller }
        guard await mayRead() else { return nil }
        let keys: [any CNKeyDescriptor] = [
            CNContactFormatter.descriptorForRequiredKeys(for: .fullName), CNContactThumbnailImageDataKey,
        ]
        let predicate = CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: number))
        do {
            guard let contact = try store.unifiedContacts(matching: predicate, keysToFetch: keys).first,
                let name = CNContactFormatter.string(from: contact, style: .fullName)
            else { return nil }
            let caller = Caller(name: name, picture: contact.thumbnailImageData)
            known[number] = caller
            return caller
        } catch let error as CNError where error.code == .authorizationDenied {
            logger.notice("The user does not share contacts")
            return nil
        } catch {
            logger.error("\(error.localizedDescription, privacy: .public)")
            return nil
        }
    }

    func update(_ call: UUID, from number: String, on provider: CXProvider) async {
        guard let caller = await caller(number) else { return }
        let update = CXCallUpdate()
        update.localizedCallerName = caller.name
        provider.reportCall(with: call, updated: update)
    }

    private func mayRead() async -> Bool {
        if CNContactStore.authorizationStatus(for: .contacts) == .authorized { return true }
        return (try? await store.requestAccess(for: .contacts)) ?? false
    }
}
