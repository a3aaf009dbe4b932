// SPDX-License-Identifier: MIT

import CallInterface
import GTK
import PhoneModel
import SDBus
import Translations

/// The lists of unwanted and of known callers: whether they are used, in which order, and what is wrong with them.
@MainActor
final class ListsSection: DirectorySection {
    let phone: PhoneContext
    private let group: PreferencesGroup
    private var names: [String] = []

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
        names = sources.map { $0.text(.name) }
        group.removeAll()
        for (place, source) in sources.enumerated() { group.append(row(source, place)) }
        group.isVisible = !sources.isEmpty
    }

    private func row(_ source: [String: Variant], _ place: Int) -> ActionRow {
        let name = source.text(.name)
        let title = (source.text(.displayName).isBlank ? name : source.text(.displayName)).shown
        let setting = SwitchSetting(title, words(source))
        setting.isOn = source.flag(.enabled)
        setting.set = { [weak self] isOn in self?.change(.setSourceEnabled, name, isOn) }
        let up = Button(icon: "go-up-symbolic", accessibleName: Catalogue.text("Move %s up", title.quoted))
        up.style("flat")
        up.isSensitive = place > 0
        up.onClick { [weak self] in self?.moveUp(place) }
        setting.row.suffix(up)
        settings[name] = setting
        return setting.row
    }

    /// The switches live as long as their rows.
    private var settings: [String: SwitchSetting] = [:]

    private func words(_ source: [String: Variant]) -> String {
        if source.flag(.loading) { return Catalogue.text("Loading…") }
        let error = source.text(.errorMessage)
        if !error.isEmpty { return error.shown }
        let numbers = source.time(.blocked) + source.time(.identified) + source.time(.handleCount)
        return Catalogue.text("%s callers", String(numbers))
    }

    private func moveUp(_ place: Int) {
        guard names.indices.contains(place), place > 0 else { return }
        var order = names
        order.swapAt(place, place - 1)
        change(.setSourceOrder, Array(order.prefix(place + 1)))
    }
}
