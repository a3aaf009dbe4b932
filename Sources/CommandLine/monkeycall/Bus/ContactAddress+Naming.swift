// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import SDBus

extension ContactAddress {
    var line: String {
        [name, handle.value, use].filter { !$0.isEmpty }.joined(separator: "  ").printable
    }

    var json: JSON {
        .object([("Name", .string(name)), ("Handle", JSON(handle.variant)), ("Use", .string(use))])
    }

    /// The addresses of contacts with that name that can be called; never empty.
    static func callable(in contacts: [[String: Variant]], of name: String) throws(Failure) -> [ContactAddress] {
        let addresses = contacts.flatMap(all).filter(\.canBeCalled)
        guard !addresses.isEmpty else {
            let message = "\(name) has no number or address; add one in your address book, or write a number"
            throw Failure(status: .refused, name: "UnknownContact", message: message.printable)
        }
        return addresses
    }
}

extension DirectoryLink {
    /// More contacts help no person to choose.
    private static let searchLimit: UInt32 = 20

    /// The contacts that the directory takes the text for; `isForCall`: or a favourite, as `Place` does. `advice` is
    /// the end of the error if there is none.
    func contacts(
        named text: String, isForCall: Bool = false, advice: String = ""
    ) throws(Failure) -> [[String: Variant]] {
        let purpose = isForCall ? SearchPurpose.call : .contact
        let wish = [String: Variant]([.purpose: .string(purpose.rawValue)])
        let found = try call(.search, text, Self.searchLimit, wish, returning: [[String: Variant]].self)
        guard !found.isEmpty else {
            let message = "No contact is called \(text); write another name, a number or an address" + advice
            throw Failure(status: .refused, name: "UnknownContact", message: message.printable)
        }
        return found
    }

    /// The addresses of the only contact that the text names. Several books may have the same contact.
    func addresses(named text: String) throws(Failure) -> [ContactAddress] {
        let contacts = try contacts(named: text)
        let addresses = try ContactAddress.callable(in: contacts, of: text)
        guard Set(contacts.map { $0.text(.name).lowercased() }).count == 1 else {
            throw .ambiguous(addresses, for: text)
        }
        var seen: Set<Handle> = []
        return addresses.filter { seen.insert($0.handle).inserted }
    }
}
