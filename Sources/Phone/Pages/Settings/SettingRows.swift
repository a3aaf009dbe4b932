// SPDX-License-Identifier: MIT

import GTK
import PhoneModel
import Translations

/// A row with a switch.
@MainActor
final class SwitchSetting {
    let row: ActionRow
    /// The user switches it.
    var set: (Bool) -> Void = { _ in }
    private let button = Switch()
    private var connection: Connection?

    init(_ title: String, _ subtitle: String = "") {
        row = ActionRow(title: title, subtitle: subtitle)
        row.suffix(button)
        // The row names its switch for screen readers.
        row.activates(button)
        connection = button.onChange(of: "active") { [weak self] in
            guard let self else { return }
            set(button.isActive)
        }
    }

    var isOn: Bool {
        get { button.isActive }
        set { button.quietly(connection) { button.isActive = newValue } }
    }
}

/// A row with a choice between a few words.
@MainActor
final class ChoiceSetting<Value: Equatable> {
    let row: ActionRow
    /// The user chooses a value.
    var set: (Value) -> Void = { _ in }
    private let list: DropDown
    private var connection: Connection?
    private let values: [Value]

    init(_ title: String, _ subtitle: String = "", _ choices: [(value: Value, words: String)]) {
        row = ActionRow(title: title, subtitle: subtitle)
        values = choices.map(\.value)
        list = DropDown(choices.map(\.words))
        list.setAccessibleName(title)
        row.suffix(list)
        row.activates(list)
        connection = list.onChange(of: "selected") { [weak self] in
            guard let self, values.indices.contains(list.selected) else { return }
            set(values[list.selected])
        }
    }

    /// nil if no choice fits.
    var value: Value? {
        get { values.indices.contains(list.selected) ? values[list.selected] : nil }
        set {
            let place = newValue.flatMap { values.firstIndex(of: $0) }
            list.quietly(connection) { list.selected = place ?? DropDown.nothing }
        }
    }
}

extension ActionRow {
    /// A row with a button that removes what the row stands for.
    static func removable(_ title: String, _ subtitle: String = "", _ remove: @escaping @MainActor () -> Void)
        -> ActionRow
    {
        let row = ActionRow(title: title, subtitle: subtitle)
        let button = Button(icon: "user-trash-symbolic", accessibleName: Catalogue.text("Remove %s", title.quoted))
        button.style("flat")
        button.onClick(remove)
        row.suffix(button)
        return row
    }
}
