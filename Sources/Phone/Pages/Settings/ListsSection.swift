// SPDX-License-Identifier: MIT

import CallInterface
import GTK
import PhoneModel
import SDBus
import Translations

/// The lists of unwanted and of known callers: whether they are used, in which order, and what is wrong with them.
@MainActor
final class ListsSection: SettingsSection {
    private let phone: PhoneContext
    private let group: PreferencesGroup
    private var names: [String] = []

    init(_ builder: Builder, _ phone: PhoneContext) throws(InterfaceError) {
        (self.phone, group) = (phone, try builder.get("lists"))
        load()
    }

    func changed(_ change: DirectoryFollower.Change) {
        switch change {
        case .presence, .rules: load()
        case .history, .contacts, .favourites: break
        }
    }

    private func load() {
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
        setting.set = { [weak self] isOn in
            guard let self else { return }
            phone.directory.change(.setSourceEnabled, name, isOn, then: done)
        }
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
        phone.directory.change(.setSourceOrder, Array(order.prefix(place + 1)), then: done)
    }

    private func done(_ problem: String?) {
        if let problem { phone.tell(problem) }
        phone.directory.tell(.rules)
    }
}

/// The apps that decide about calls of unknown callers.
@MainActor
final class ScreenersSection: SettingsSection {
    private let phone: PhoneContext
    private let group: PreferencesGroup
    private var settings: [SwitchSetting] = []

    init(_ builder: Builder, _ phone: PhoneContext) throws(InterfaceError) {
        (self.phone, group) = (phone, try builder.get("screeners"))
        load()
    }

    func changed(_ change: DirectoryFollower.Change) {
        switch change {
        case .presence, .rules: load()
        case .history, .contacts, .favourites: break
        }
    }

    private func load() {
        group.isVisible = !settings.isEmpty
        phone.directory.ask(.listScreeners, for: [[String: Variant]].self) { [weak self] screeners in
            if let screeners { self?.show(screeners) }
        }
    }

    private func show(_ screeners: [[String: Variant]]) {
        group.removeAll()
        settings = screeners.map { screener in
            let identifier = screener.text(.identifier)
            let setting = SwitchSetting(
                identifier.shown, screener.flag(.registered) ? "" : Catalogue.text("It does not run."))
            setting.isOn = screener.flag(.enabled)
            setting.set = { [weak self] isOn in
                self?.phone.directory.change(.setScreenerEnabled, identifier, isOn) { problem in
                    if let problem { self?.phone.tell(problem) }
                    self?.phone.directory.tell(.rules)
                }
            }
            group.append(setting.row)
            return setting
        }
        group.isVisible = !settings.isEmpty
    }
}
