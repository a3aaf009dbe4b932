// SPDX-License-Identifier: MIT

import CallKit
import Contacts
import os.log

/// Names of callers from the address book.
final class CallerNames {
    private let store = CNContactStore()
    private let queue = DispatchQueue(label: "org.example.Phone.contacts", qos: .userInitiated)
    private var cache: [String: String] = [:]

    func authorize(_ completion: @escaping (Bool) -> Void) {
        switch CNContactStore.authorizationStatus(for: .contacts) {
        case .authorized: completion(true)
        case .notDetermined:
            store.requestAccess(for: .contacts) { granted, error in
                if let error = error { os_log("Contacts: %@", type: .error, error.localizedDescription) }
                completion(granted)
            }
        case .denied, .restricted: completion(false)
        default: completion(false)
        }
    }

    func resolve(_ handle: CXHandle, completion: @escaping (String?) -> Void) {
        queue.async { [self] in
            if let known = cache[handle.value] { return completion(known) }
            let predicate: NSPredicate
            switch handle.type {
            case .phoneNumber:
                predicate = CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: handle.value))
            case .emailAddress: predicate = CNContact.predicateForContacts(matchingEmailAddress: handle.value)
            default: predicate = CNContact.predicateForContacts(matchingName: handle.value)
            }
            let keys = [
                CNContactGivenNameKey as CNKeyDescriptor, CNContactFamilyNameKey as CNKeyDescriptor,
                CNContactFormatter.descriptorForRequiredKeys(for: .fullName),
            ]
            do {
                let contacts = try store.unifiedContacts(matching: predicate, keysToFetch: keys)
                let name = contacts.first.flatMap { CNContactFormatter.string(from: $0, style: .fullName) }
                cache[handle.value] = name
                completion(name)
            } catch {
                os_log("Lookup failed: %{public}@", type: .error, "\(error)")
                completion(nil)
            }
        }
    }
}
