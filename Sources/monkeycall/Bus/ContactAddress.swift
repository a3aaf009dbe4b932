// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// An address of a contact.
struct ContactAddress {
    let name: String
    let handle: Handle
    /// `home`, `work`, `mobile`, `fax`, `pager` or empty.
    let use: String

    var line: String {
        [name, handle.value, use].filter { !$0.isEmpty }.joined(separator: "  ").printable
    }

    var json: JSON {
        .object([("Name", .string(name)), ("Handle", JSON(handle.variant)), ("Use", .string(use))])
    }

    /// Whether it can be called: no person answers a fax machine or a pager.
    var canBeCalled: Bool { !["fax", "pager"].contains(use) }

    /// The addresses in a result of `Search`.
    static func all(of contact: [String: Variant]) -> [ContactAddress] {
        (contact[.addresses]?.array(of: "(sss)") ?? []).compactMap { address in
            guard case .structure(let fields) = address, fields.count == 3, let type = fields[0].string,
                let value = fields[1].string, let use = fields[2].string, let kind = Handle.Kind(rawValue: type)
            else { return nil }
            return ContactAddress(name: contact.text(.name), handle: Handle(kind: kind, value: value), use: use)
        }
    }
}

extension DirectoryLink {
    /// More contacts help no person to choose.
    private static let searchLimit: UInt32 = 20

    /// The contacts that have the words, or only those that have them as their whole name: "Ada" is not "Adam" if there is an Ada.
    func contacts(named text: String) throws(Failure) -> [[String: Variant]] {
        let found = try call(
            .search, text, Self.searchLimit, [String: Variant](), returning: [[String: Variant]].self)
        guard !found.isEmpty else {
            throw Failure(
                status: .refused, name: "UnknownContact",
                message:
                    "No contact is called \(text); write another name, a number or an address; dial --type generic calls a name of an app"
                    .printable)
        }
        let exact = found.filter { $0.text(.name).lowercased() == text.lowercased() }
        return exact.isEmpty ? found : exact
    }

    /// The addresses of the only contact that the text names. Several books may have the same contact.
    func addresses(named text: String) throws(Failure) -> [ContactAddress] {
        let contacts = try contacts(named: text)
        let names = Set(contacts.map { $0.text(.name).lowercased() })
        guard names.count == 1 else {
            throw .ambiguous(
                "Contact", "\(contacts.count) contacts have this name", contacts.map { $0.text(.name) },
                contacts.map { $0.text(.name).printable })
        }
        let addresses = contacts.flatMap(ContactAddress.all).filter(\.canBeCalled)
        var seen: Set<Handle> = []
        return addresses.filter { seen.insert($0.handle).inserted }
    }
}
