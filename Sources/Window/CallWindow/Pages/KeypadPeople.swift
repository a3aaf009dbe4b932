// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The contacts that fit the text of the keypad: a row for each number.
@MainActor
final class KeypadPeople {
    /// More rows help no person to choose.
    private static let limit: UInt32 = 20

    private let context: CallWindowContext
    private let list: ListBox
    private var wanted: KeypadText.Search?
    private(set) var addresses: [ContactAddress] = []
    var changed: () -> Void = {}

    init(_ list: ListBox, _ context: CallWindowContext) {
        (self.list, self.context) = (list, context)
        list.onActivate { [weak self] place in
            guard let self, addresses.indices.contains(place) else { return }
            call(addresses[place])
        }
        list.isVisible = false
    }

    /// Looks for contacts; nil finds none.
    func search(_ new: KeypadText.Search?) {
        guard new != wanted else { return }
        wanted = new
        guard let new else { return show([]) }
        let options = [String: Variant]([.purpose: .string(new.purpose.rawValue)])
        context.directory.ask(.search, new.text, Self.limit, options, for: [[String: Variant]].self) {
            [weak self] contacts in
            guard let self, wanted == new else { return }
            show((contacts ?? []).flatMap { ContactAddress.all(of: $0) }.filter(\.canBeCalled))
        }
    }

    private func show(_ new: [ContactAddress]) {
        addresses = Array(new.prefix(Int(Self.limit)))
        list.rows = addresses.map { address in
            let use = [address.text.shown, address.useWords].filter { !$0.isEmpty }.joined(separator: " · ")
            let row = ActionRow(title: address.name.shown, subtitle: use)
            row.makeActivatable()
            row.suffix(Image(icon: "call-start-symbolic"))
            return row
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

    private func call(_ address: ContactAddress) { context.place(address.handle, name: address.name) }
}
