// SPDX-License-Identifier: MIT

// As on Apple's systems.
@_exported public import Foundation
internal import Synchronization

/// The user's address books, which `monkeycall-directory` reads. An app in a sandbox may not read them.
///
/// The methods that return contacts wait for the directory: call them on a queue of their own.
public final class CNContactStore: NSObject, Sendable {
    private static let status = Mutex(CNAuthorizationStatus.notDetermined)

    public override init() {}

    /// The answer to the last ``requestAccess(for:completionHandler:)`` of this process, and `notDetermined` before.
    public class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus {
        status.withLock { $0 }
    }

    /// Granted if the directory answers. Nothing asks the user. The completion is called on a queue of the library.
    public func requestAccess(
        for entityType: CNEntityType, completionHandler: @escaping @Sendable (_ granted: Bool, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async {
            do {
                _ = try DirectoryBooks.search("", .contact)
                Self.status.withLock { $0 = .authorized }
                completionHandler(true, nil)
            } catch {
                Self.status.withLock { $0 = .denied }
                completionHandler(false, error)
            }
        }
    }

    /// Granted if the directory answers, and throws the reason if it does not.
    public func requestAccess(for entityType: CNEntityType) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            requestAccess(for: entityType) { granted, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(granted))
            }
        }
    }

    /// The contacts that fit a predicate of ``CNContact``.
    public func unifiedContacts(
        matching predicate: NSPredicate, keysToFetch keys: [any CNKeyDescriptor]
    ) throws -> [CNContact] {
        guard let predicate = predicate as? ContactPredicate else { throw CNError(.predicateInvalid) }
        return try DirectoryBooks.contacts(predicate.question).map { try contact($0, keys) }
    }

    /// The contact with that identifier. Throws `recordDoesNotExist` without one.
    public func unifiedContact(
        withIdentifier identifier: String, keysToFetch keys: [any CNKeyDescriptor]
    ) throws -> CNContact {
        guard let found = try DirectoryBooks.contacts(.identifiers([identifier])).first else {
            throw CNError(.recordDoesNotExist)
        }
        return try contact(found, keys)
    }

    /// Calls `block` with each contact, in the order of their names, until it sets `stop`.
    public func enumerateContacts(
        with fetchRequest: CNContactFetchRequest,
        usingBlock block: (CNContact, _ stop: UnsafeMutablePointer<ObjCBool>) -> Void
    ) throws {
        var stop = ObjCBool(false)
        let question = (fetchRequest.predicate as? ContactPredicate)?.question ?? .all
        if fetchRequest.predicate != nil, fetchRequest.predicate as? ContactPredicate == nil {
            throw CNError(.predicateInvalid)
        }
        for found in try DirectoryBooks.contacts(question) {
            block(try contact(found, fetchRequest.keysToFetch), &stop)
            if stop.boolValue { return }
        }
    }

    private func contact(_ found: FoundContact, _ keys: [any CNKeyDescriptor]) throws -> CNContact {
        let wanted = keys.flatMap(\.keys)
        let wantsPicture = wanted.contains(CNContactImageDataKey) || wanted.contains(CNContactThumbnailImageDataKey)
        // A contact is better without its picture than none.
        let picture = wantsPicture && !found.picture.isEmpty ? try? DirectoryBooks.picture(found.picture) : nil
        return CNContact(found, picture: picture)
    }
}

/// Which contacts an app reads, and what of them.
public final class CNContactFetchRequest: NSObject {
    /// Only the keys of pictures have an effect.
    public var keysToFetch: [any CNKeyDescriptor]
    /// A predicate of ``CNContact``; nil = all contacts.
    public var predicate: NSPredicate?
    /// The directory has only unified contacts. No effect.
    public var unifyResults = true
    /// Contacts come in the order of their names. No effect.
    public var sortOrder = CNContactSortOrder.none

    /// Reads all contacts.
    public init(keysToFetch: [any CNKeyDescriptor]) { self.keysToFetch = keysToFetch }
}

/// The order of contacts.
public enum CNContactSortOrder: Int, Sendable {
    /// In no order.
    case none = 0
    /// Stored only.
    case userDefault, givenName, familyName
}

/// What a store has.
public enum CNEntityType: Int, Sendable {
    /// Contacts.
    case contacts = 0
}

/// Whether an app may read the contacts.
public enum CNAuthorizationStatus: Int, Sendable {
    /// The app has not asked yet.
    case notDetermined = 0
    /// Never on Linux.
    case restricted
    /// The directory does not run, or does not let this app read.
    case denied
    /// The app may read all contacts.
    case authorized
    /// Never on Linux.
    case limited
}

extension CNContact {
    /// The contacts whose words begin with the words of `name`.
    public class func predicateForContacts(matchingName name: String) -> NSPredicate { ContactPredicate(.name(name)) }

    /// The contacts with that number, however it is written.
    public class func predicateForContacts(matching phoneNumber: CNPhoneNumber) -> NSPredicate {
        ContactPredicate(.handle(kind: "phone-number", phoneNumber.stringValue))
    }

    /// The contacts with that address.
    public class func predicateForContacts(matchingEmailAddress emailAddress: String) -> NSPredicate {
        ContactPredicate(.handle(kind: "email-address", emailAddress))
    }

    /// The contacts with these identifiers.
    public class func predicateForContacts(withIdentifiers identifiers: [String]) -> NSPredicate {
        ContactPredicate(.identifiers(identifiers))
    }
}

/// A question to the directory. Evaluates to true for every object.
final class ContactPredicate: NSPredicate {
    enum Question {
        case all
        case name(String)
        case handle(kind: String, String)
        case identifiers([String])
    }

    let question: Question

    init(_ question: Question) {
        self.question = question
        super.init(value: true)
    }

    required init?(coder: NSCoder) { nil }
}

/// Why contacts could not be read.
public struct CNError: CustomNSError, Hashable, Sendable {
    /// The kinds of errors, with Apple's raw values.
    public enum Code: Int, Sendable {
        /// The directory does not run.
        case communicationError = 1
        /// The directory does not let this app read, because it is in a sandbox.
        case authorizationDenied = 100
        /// There is no contact with that identifier.
        case recordDoesNotExist = 200
        /// A predicate that does not come from `CNContact`.
        case predicateInvalid = 400
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, then what to do: `localizedDescription`.
    private let message: String

    public static let errorDomain = "CNErrorDomain"
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }

    init(_ code: Code, _ description: String? = nil) {
        self.code = code
        message =
            description
            ?? {
                switch code {
                case .communicationError: "The directory does not run; install and start monkeycall-directory."
                case .authorizationDenied: "This app may not read the contacts."
                case .recordDoesNotExist: "There is no such contact; it may have been removed."
                case .predicateInvalid: "The predicate is not one of CNContact; use CNContact.predicateForContacts."
                }
            }()
    }
}
