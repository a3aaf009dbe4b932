// SPDX-License-Identifier: MIT

import CallInterface
import GTK
import PhoneModel
import Translations

/// The choice of the app that makes the call of the keypad. It is there while several can.
@MainActor
final class KeypadLine {
    private let phone: PhoneContext
    private let button: MenuButton
    private let popover: Popover
    private let box: Box
    private var rows: [Button] = []
    private var lines: [PhoneLine] = []
    private var kind = Handle.Kind.phoneNumber
    /// The identifier of the chosen provider; empty = the directory or the service chooses.
    private(set) var provider = ""
    /// The user has chosen, and the popover gives the keyboard focus back.
    var chosen: () -> Void = {}

    init(_ builder: Builder, _ phone: PhoneContext) throws(InterfaceError) {
        self.phone = phone
        (button, popover, box) = (try builder.get("line"), try builder.get("lines-popover"), try builder.get("lines"))
        phone.calls.observe { [weak self] in self?.follow() }
        follow()
    }

    /// Offers the apps that can call such a handle.
    func show(_ kind: Handle.Kind) {
        guard kind != self.kind else { return }
        self.kind = kind
        follow()
    }

    private func follow() {
        let new = phone.dialer.lines(for: kind)
        guard new != lines else { return }
        lines = new
        button.isVisible = lines.count > 1
        choose(lines.count > 1 && lines.contains { $0.provider == provider } ? provider : "")
    }

    private func choose(_ provider: String) {
        self.provider = provider
        for row in rows { box.remove(row) }
        rows = lines.count > 1 ? lines.compactMap(row) : []
        for row in rows { box.append(row) }
        let title = lines.first { $0.provider == provider }?.title ?? ""
        let words = Catalogue.text("App for the call: %s", title)
        button.setAccessibleName(words)
        button.tooltip = words
    }

    private func row(_ line: PhoneLine) -> Button? {
        let row = try? ChoiceRow(icon: "call-start-symbolic", line.title, isChosen: line.provider == provider)
        row?.button.onClick { [weak self] in
            self?.popover.close()
            self?.choose(line.provider)
            Later.idle { self?.chosen() }
        }
        return row?.button
    }
}
