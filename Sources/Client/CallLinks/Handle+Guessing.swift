// SPDX-License-Identifier: MIT

package import CallContract

extension Handle {
    /// Reads a handle as people write it. A link that may be called gives the handle in it, digits are a phone number,
    /// a text with @ and without a colon is an email address, and any other text is generic. Except for a link, the
    /// value is the text.
    package init(guessing text: String) {
        if let linked = Handle(link: text) {
            self = linked
        } else if text.isPhoneNumber {
            self.init(kind: .phoneNumber, value: text)
        } else {
            self.init(kind: text.contains("@") && !text.contains(":") ? .emailAddress : .generic, value: text)
        }
    }
}

extension String {
    /// Whether it has a digit, and apart from a leading plus sign only digits, `*`, `#` and visual separators.
    fileprivate var isPhoneNumber: Bool {
        let keys = unicodeScalars.filter { !$0.isVisualSeparator }
        let dialled = keys.first == "+" ? keys.dropFirst() : keys[...]
        return dialled.contains(where: \.isASCIIDigit)
            && dialled.allSatisfy { $0.isASCIIDigit || $0 == "*" || $0 == "#" }
    }
}
