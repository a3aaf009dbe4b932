// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import CallLinks
import SDBus

/// The text of the keypad: a number to dial, an address, or the beginning of a name.
package struct KeypadText: Hashable, Sendable {
    package let text: String

    /// The longest text that can be dialed or searched.
    package static let limit = 256

    /// A text as a person typed or pasted it. A link gives the number in it. Digits of other scripts are those of
    /// ASCII, and marks that cannot be seen are left out.
    package init(_ text: String) {
        let visible = String(
            String.UnicodeScalarView(
                text.unicodeScalars.lazy.filter { !$0.isInvisible }.prefix(Self.limit)
                    .map { $0.asciiDigit ?? ($0.properties.isWhitespace ? " " : $0) }))
        self.text = Handle(link: visible.trimmed)?.value ?? visible
    }

    package var isEmpty: Bool { trimmed.isEmpty }

    private var trimmed: String { text.trimmed }

    /// What the keypad dials: a number in any spelling, or an address; nil for the beginning of a name.
    package var handle: Handle? {
        let handle = Handle(guessing: trimmed)
        switch handle.kind {
        case .phoneNumber: return Handle(kind: .phoneNumber, value: dialed)
        case .emailAddress: return handle
        case .generic: return trimmed.contains(":") && !isEmpty ? handle : nil
        }
    }

    /// The text without what people write between digits.
    private var dialed: String {
        String(
            String.UnicodeScalarView(
                trimmed.unicodeScalars.filter { !$0.isVisualSeparator && !$0.properties.isWhitespace }))
    }

    /// The longest number without a country code that no person needs to look up: numbers of emergency and of services.
    fileprivate static let shortLength = 6

    /// Whether the text is a part of a name: it has a letter.
    package var isSearch: Bool { text.unicodeScalars.contains { $0.properties.isAlphabetic } }

    /// What to search contacts for.
    package struct Search: Hashable, Sendable {
        package let text: String
        package let purpose: SearchPurpose
    }

    /// nil: the text is too short to find a person.
    package var search: Search? {
        if isSearch { return Search(text: text, purpose: .search) }
        let digits = dialed
        let isLong = digits.utf8.count >= Self.shortestSearch && !digits.contains(where: "*#".contains)
        return isLong ? Search(text: digits, purpose: .keypad) : nil
    }

    private static let shortestSearch = 2
}

extension Registry {
    /// Whether the text may be the beginning of an emergency number. The directory is asked nothing about it.
    package func mayBecomeEmergency(_ text: KeypadText) -> Bool {
        guard let handle = text.handle, handle.kind == .phoneNumber else { return false }
        let numbers = providers.values.flatMap { $0.properties[.emergencyNumbers]?.strings ?? [] }
        return (EmergencyNumbers.everywhere + numbers).contains { $0.hasPrefix(handle.value) }
    }

    /// Whether to dial the text at once, without a question to the directory: an emergency number of a line, or any
    /// other short number, which may be one. The service places an emergency call by a modem.
    package func dialsAsIs(_ text: KeypadText) -> Bool {
        guard let handle = text.handle, handle.kind == .phoneNumber else { return false }
        return handle.value.utf8.count <= KeypadText.shortLength
            || providers.values.contains { $0.properties[.emergencyNumbers]?.strings?.contains(handle.value) == true }
    }
}
