// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The lists of unwanted and of known callers: whether they are used, in which order, and what is wrong with them.
@MainActor
final class ListsSection: DirectorySection {
    let phone: PhoneContext
    private let group: PreferencesGroup
    private var shown: [[String: Variant]]?
    /// The lists in use, in their order. That of the others has no effect.
    private var order: [String] = []
    /// The list that the user moves, and the way. Its new button gets the focus, for the next press of a key.
    private var moved: (name: String, steps: Int)?
    private var buttons: [String: (up: Button, down: Button)] = [:]

    init(_ builder: Builder, _ phone: PhoneContext) throws(InterfaceError) {
        (self.phone, group) = (phone, try builder.get("lists"))
        load()
    }

    func load() {
        phone.directory.ask(.listSources, for: [[String: Variant]].self) { [weak self] sources in
            if let sources { self?.show(sources) }
        }
    }

    private func show(_ sources: [[String: Variant]]) {
        // New rows would take the focus of the keyboard away. A refused change leaves the switch as the user set it.
        guard sources != shown else {
            moved = nil
            for source in sources { settings[source.text(.name)]?.isOn = source.flag(.enabled) }
            return
        }
        shown = sources
        order = sources.filter { $0.flag(.enabled) }.map { $0.text(.name) }
        (settings, buttons) = ([:], [:])
        group.removeAll()
        for source in sources { group.append(row(source)) }
        group.isVisible = !sources.isEmpty
        focus()
    }

    private func row(_ source: [String: Variant]) -> ActionRow {
        let name = source.text(.name)
        let title = (source.text(.displayName).isBlank ? name : source.text(.displayName)).shown
        let setting = SwitchSetting(title, words(source))
        setting.isOn = source.flag(.enabled)
        setting.set = { [weak self] isOn in self?.change(.setSourceEnabled, name, isOn) }
        if let place = order.firstIndex(of: name), order.count > 1 {
            let up = Button(icon: "go-up-symbolic", accessibleName: Catalogue.text("Move %s up", title.quoted))
            let down = Button(icon: "go-down-symbolic", accessibleName: Catalogue.text("Move %s down", title.quoted))
            (up.isSensitive, down.isSensitive) = (place > 0, place < order.count - 1)
            for (button, steps) in [(up, -1), (down, 1)] {
                button.style("flat")
                button.onClick { [weak self] in self?.move(name, steps) }
                setting.row.suffix(button)
            }
            buttons[name] = (up, down)
        }
        settings[name] = setting
        return setting.row
    }

    /// The switches live as long as their rows.
    private var settings: [String: SwitchSetting] = [:]

    private func words(_ source: [String: Variant]) -> String {
        if source.flag(.loading) { return Catalogue.text("Loading…") }
        if let problem = DirectoryWords.list(source.text(.error)) { return problem }
        let numbers = source.time(.blocked) + source.time(.identified) + source.time(.handleCount)
        return Catalogue.text("%s callers", String(numbers))
    }

    private func move(_ name: String, _ steps: Int) {
        guard let place = order.firstIndex(of: name), order.indices.contains(place + steps) else { return }
        moved = (name, steps)
        var new = order
        new.swapAt(place, place + steps)
        change(.setSourceOrder, new)
    }

    /// At an end of the list only the other way is possible.
    private func focus() {
        guard let moved, let (up, down) = buttons[moved.name] else { return }
        self.moved = nil
        let (first, second) = moved.steps < 0 ? (up, down) : (down, up)
        _ = (first.isSensitive ? first : second).grabFocus()
    }
}
