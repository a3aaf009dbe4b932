// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

/// An address of a contact.
package struct ContactAddress: Hashable, Sendable {
    /// The name of the contact.
    package let name: String
    package let handle: Handle
    /// `home`, `work`, `mobile`, `fax`, `pager` or empty.
    package let use: String

    package init(name: String, handle: Handle, use: String) { (self.name, self.handle, self.use) = (name, handle, use) }

    /// Whether it can be called: no person answers a fax machine or a pager.
    package var canBeCalled: Bool { !["fax", "pager"].contains(use) }

    /// The addresses in a result of `Search`.
    package static func all(of contact: [String: Variant]) -> [ContactAddress] {
        (contact[.addresses]?.array(of: "(sss)") ?? []).compactMap { address in
            guard case .structure(let fields) = address, fields.count == 3, let type = fields[0].string,
                let value = fields[1].string, let use = fields[2].string, let kind = Handle.Kind(rawValue: type)
            else { return nil }
            return ContactAddress(name: contact.text(.name), handle: Handle(kind: kind, value: value), use: use)
        }
    }
}
