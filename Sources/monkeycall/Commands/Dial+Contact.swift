// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// `dial Ada`: a name is looked up in the user's address books.
extension Dial {
    /// Whether people write names so: letters, and nothing of a number, an address or an identifier.
    static func isName(_ text: String) -> Bool {
        text.contains(where: \.isLetter) && !text.contains { $0.isASCII && ($0.isNumber || "@:.*#+/".contains($0)) }
    }

    /// The only address of the only contact with that name; nil if no directory answers.
    func contact(named name: String) throws(Failure) -> ContactAddress? {
        let found: [[String: Variant]]
        do throws(Failure) {
            found = try DirectoryLink(bus).call(
                .search, name, Self.searchLimit, [String: Variant](), returning: [[String: Variant]].self)
        } catch {
            guard error.status == .unavailable else { throw error }
            return nil
        }
        // "Ada" is not "Adam" if there is an Ada.
        let exact = found.filter { $0.text(.name).lowercased() == name.lowercased() }
        let addresses = (exact.isEmpty ? found : exact).flatMap(ContactAddress.all)
        if let only = addresses.first, addresses.allSatisfy({ $0.handle == only.handle }) { return only }
        guard !addresses.isEmpty else {
            let message =
                found.isEmpty
                ? "No contact is called \(name); write a number or an address, or --type generic for a name of an app"
                : "\(name) has no number or address; add one in your address book, or dial a number"
            throw Failure(status: .refused, name: "UnknownContact", message: message.printable)
        }
        throw Failure(
            status: .usage, name: "AmbiguousContact",
            message: (["\(name.printable) has \(addresses.count) addresses; dial one of them"]
                + addresses.map { "  " + $0.line }).joined(separator: "\n"),
            details: [("Candidates", .array(addresses.map(\.json)))])
    }

    /// The provider of the last call with that party; nil if the directory knows none.
    func lastLine(of handle: Handle) -> String? {
        let caller = try? DirectoryLink(bus).call(
            .lookup, handle.wire, [String: Variant](), returning: [String: Variant].self)
        return caller?[.provider]?.string
    }

    /// More of them help nobody to choose.
    private static let searchLimit: UInt32 = 20
}

/// An address of a contact.
struct ContactAddress {
    let name: String
    let handle: Handle
    /// `home`, `work`, `mobile`, `fax`, `pager` or empty.
    let use: String

    var line: String {
        [name, handle.value, use].filter { !$0.isEmpty }.joined(separator: "  ").printable
    }

    fileprivate var json: JSON {
        .object([("Name", .string(name)), ("Handle", JSON(handle.variant)), ("Use", .string(use))])
    }

    /// The addresses in a result of `Search`. Nobody answers a fax machine or a pager.
    fileprivate static func all(of contact: [String: Variant]) -> [ContactAddress] {
        (contact[.addresses]?.array(of: "(sss)") ?? []).compactMap { address in
            guard case .structure(let fields) = address, fields.count == 3, let type = fields[0].string,
                let value = fields[1].string, let use = fields[2].string, !["fax", "pager"].contains(use),
                let kind = Handle.Kind(rawValue: type)
            else { return nil }
            return ContactAddress(name: contact.text(.name), handle: Handle(kind: kind, value: value), use: use)
        }
    }
}
