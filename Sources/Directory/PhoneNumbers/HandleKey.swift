// SPDX-License-Identifier: MIT

package import CallContract

/// The other party of a call in one form for all spellings, so that calls, contacts and lists can be compared.
package enum HandleKey: Hashable, Sendable {
    /// The other party does not show its number or address.
    case hidden
    /// A number with a country code. Its extension is not a part of the key.
    case number(Int64)
    /// The digits of a short number, which has no country code.
    case short(String)
    /// An address or a name: in lower case, without scheme, password, parameters and default port.
    case address(String)

    /// The key of a handle of any provider. The region completes numbers without a country code.
    package init(_ handle: Handle, in region: Region) {
        let address = HandleAddress(handle)
        if address.isHidden {
            self = .hidden
        } else if let number = address.number(in: region) {
            self = Self(number)
        } else {
            self = .address(address.folded)
        }
    }

    private init(_ number: ParsedNumber) {
        switch number {
        case .number(let number): self = .number(number.e164)
        case .short(let short): self = .short(short.digits)
        }
    }

    /// The key as a text for a database: `+4930123456`, `110`, `ada@example.org`; empty for a hidden party.
    package var text: String {
        switch self {
        case .hidden: ""
        case .number(let e164): "+\(e164)"
        case .short(let digits): digits
        case .address(let text): text
        }
    }
}

extension Handle {
    /// The host of an address for rules such as `*@example.org`, in lower case and without a port; nil if the handle is
    /// not an address.
    package var host: String? { HandleAddress(self).host }
}
