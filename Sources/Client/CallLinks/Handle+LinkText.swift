// SPDX-License-Identifier: MIT

package import CallContract

extension Handle {
    /// A link that calls this handle; nil if no scheme can name it.
    package var link: String? {
        let text =
            switch kind {
            case .phoneNumber: "tel:\(value)"
            case .emailAddress: "facetime-audio:\(value)"
            case .generic: value.contains("@") ? "sip:\(value)" : "callto:\(value)"
            }
        guard let link = try? CallLink(text), link.handle.kind == kind else { return nil }
        return text
    }
}
