// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import GTK
import SDBus

/// The contacts that fit the letters of the keypad: a row for each number.
@MainActor
final class KeypadPeople {
    /// More rows help no person to choose.
    private static let limit: UInt32 = 20

    private let phone: PhoneContext
    private let list: ListBox
    private var text = ""
    private var addresses: [ContactAddress] = []
    var changed: () -> Void = {}

    init(_ list: ListBox, _ phone: PhoneContext) {
        (self.list, self.phone) = (list, phone)
        list.onActivate { [weak self] place in
            guard let self, addresses.indices.contains(place) else { return }
            call(addresses[place])
        }
        list.isVisible = false
    }

    var isEmpty: Bool { addresses.isEmpty }

    /// Looks for contacts; an empty text finds none.
    func search(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        guard !text.isEmpty else { return show([]) }
        phone.directory.ask(.search, text, Self.limit, [String: Variant](), for: [[String: Variant]].self) {
            [weak self] contacts in
            guard let self, self.text == text else { return }
            show((contacts ?? []).flatMap { ContactAddress.all(of: $0) }.filter(\.canBeCalled))
        }
    }

    private func show(_ new: [ContactAddress]) {
        addresses = Array(new.prefix(Int(Self.limit)))
        list.removeAll()
        for address in addresses {
            let use = [address.handle.value.shown, address.useWords].filter { !$0.isEmpty }.joined(separator: " · ")
            let row = ActionRow(title: address.name.shown, subtitle: use)
            row.isActivatable = true
            row.suffix(Image(icon: "call-start-symbolic"))
            list.append(row)
        }
        list.isVisible = !addresses.isEmpty
        changed()
    }

    /// Calls the only number that was found; false if there is none, or a choice.
    func callOnly() -> Bool {
        guard addresses.count == 1 else { return false }
        call(addresses[0])
        return true
    }

    private func call(_ address: ContactAddress) { phone.place(address.handle, name: address.name) }
}
