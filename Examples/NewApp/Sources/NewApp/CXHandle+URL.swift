// SPDX-License-Identifier: MIT

import CallKit

extension CXHandle {
    /// The address of a link, such as `tel:+49-30-123456` or `sip:ada@example.org`; nil if it has none.
    convenience init?(_ link: URL) {
        let address = String(link.absoluteString.drop { $0 != ":" }.dropFirst().prefix { !";?#".contains($0) })
        switch link.scheme?.lowercased() {
        case "tel": self.init(type: .phoneNumber, value: address.filter { $0 == "+" || $0.isNumber })
        case "sip": self.init(type: .generic, value: address.removingPercentEncoding ?? "")
        default: return nil
        }
        if value.isEmpty { return nil }
    }
}
