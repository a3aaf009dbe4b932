// SPDX-License-Identifier: MIT

import SDBus

/// A contact as the directory gives it.
struct FoundContact: Sendable {
    let name: String
    /// The address book.
    let source: String
    let addresses: [(kind: String, value: String, use: String)]
    /// "" = none.
    let picture: String

    /// The book and the name, each of which the directory can be asked for.
    var identifier: String { "\(source)/\(name)" }

    init(_ wire: [String: Variant]) {
        (name, source) = (wire["Name"]?.string ?? "", wire["Source"]?.string ?? "")
        picture = wire["Picture"]?.string ?? ""
        addresses = (wire["Addresses"]?.array(of: "(sss)") ?? []).compactMap { address in
            guard let members = address.structure, members.count == 3, let kind = members[0].string,
                let value = members[1].string, let use = members[2].string
            else { return nil }
            return (kind, value, use)
        }
    }
}
