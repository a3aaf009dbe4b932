// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import Glibc
import SDBus

/// The user's rules about callers, which the directory keeps.
@MainActor
final class RulesSection: DirectorySection {
    let context: CallWindowContext
    private let rulesGroup: PreferencesGroup
    private let screens = SwitchSetting(
        Catalogue.text("Use rules and lists"), Catalogue.text("While it is off, every call rings."))
    private let hidden = SwitchSetting(Catalogue.text("Block hidden numbers"))
    private let strangers = SwitchSetting(Catalogue.text("Block callers that are not in your contacts"))
    private let kind = ChoiceSetting<RuleKind>(
        Catalogue.text("Callers"),
        [RuleKind.caller, .prefix, .country, .host].map { ($0, RuleWords.name(of: $0)) })
    private let verdict = ChoiceSetting<Verdict>(
        Catalogue.text("What happens"), [Verdict.reject, .silence, .allow].map { ($0, RuleWords.name(of: $0)) })
    private let entry: EntrySetting
    private var rules: [RuleRecord] = []

    init(_ builder: Builder, _ context: CallWindowContext) throws(InterfaceError) {
        (self.context, rulesGroup) = (context, try builder.get("rules"))
        entry = try EntrySetting(Catalogue.text("Number, beginning, country or host"))
        let (blocking, new): (PreferencesGroup, PreferencesGroup) = (
            try builder.get("blocking"), try builder.get("new-rule")
        )
        blocking.rows = [screens.row, hidden.row, strangers.row]
        new.rows = [kind.row, verdict.row, entry.row]
        screens.set = { [weak self] isOn in self?.change(.setScreensCalls, isOn) }
        hidden.set = { [weak self] in self?.set(.hidden, $0) }
        strangers.set = { [weak self] in self?.set(.notInContacts, $0) }
        entry.apply = { [weak self] in self?.add($0) }
        rulesGroup.isVisible = false
        load()
    }

    func load() {
        let isRunning = context.directory.presence == .running
        for row in [screens.row, hidden.row, strangers.row, kind.row, verdict.row, entry.row] as [Widget] {
            row.isSensitive = isRunning
        }
        context.directory.properties(of: DirectoryName.lists) { [weak self] properties in
            if let properties { self?.screens.show(isOn: properties.flag(.screensCalls)) }
        }
        context.directory.ask(.listRules, for: [[String: Variant]].self) { [weak self] rules in
            if let rules { self?.show(rules.map(RuleRecord.init)) }
        }
    }

    private func show(_ rules: [RuleRecord]) {
        let isNew = rules != self.rules
        self.rules = rules
        hidden.show(isOn: rule(.hidden) != nil)
        strangers.show(isOn: rule(.notInContacts) != nil)
        // New rows would take the focus of the keyboard away.
        guard isNew else { return }
        rulesGroup.rows = rules.map { rule in
            ActionRow.removable(RuleWords.callers(of: rule), RuleWords.text(rule)) { [weak self] in
                self?.change(.removeRule, rule.id)
            }
        }
        rulesGroup.isVisible = !rules.isEmpty
    }

    private func rule(_ kind: RuleKind) -> RuleRecord? { rules.first { $0.kind == kind && $0.verdict == .reject } }

    private func set(_ kind: RuleKind, _ isOn: Bool) {
        if isOn {
            change(.addRule, kind.rawValue, "", Verdict.reject.rawValue)
        } else if let rule = rule(kind) {
            change(.removeRule, rule.id)
        }
    }

    private func add(_ text: String) {
        guard let kind = kind.value, let verdict = verdict.value else { return }
        context.directory.change(.addRule, kind.rawValue, text, verdict.rawValue) { [weak self] problem in
            if let problem { self?.context.showToast(problem) } else { self?.entry.text = "" }
        }
    }
}

/// The lists of unwanted and of known callers: whether they are used, in which order, and what is wrong with them.
@MainActor
final class ListsSection: DirectorySection {
    let context: CallWindowContext
    private let group: PreferencesGroup
    private var shown: [[String: Variant]]?
    /// The lists in use, in their order. That of the others has no effect.
    private var order: [String] = []
    /// The list that the user moves, and the way. Its new button gets the focus, for the next press of a key.
    private var moved: (name: String, steps: Int)?
    private var buttons: [String: (up: Button, down: Button)] = [:]

    init(_ builder: Builder, _ context: CallWindowContext) throws(InterfaceError) {
        (self.context, group) = (context, try builder.get("lists"))
        load()
    }

    func load() {
        context.directory.ask(.listSources, for: [[String: Variant]].self) { [weak self] sources in
            if let sources { self?.show(sources) }
        }
    }

    private func show(_ sources: [[String: Variant]]) {
        // New rows would take the focus of the keyboard away. A refused change leaves the switch as the user set it.
        guard sources != shown else {
            moved = nil
            for source in sources { settings[source.text(.name)]?.show(isOn: source.flag(.enabled)) }
            return
        }
        shown = sources
        order = sources.filter { $0.flag(.enabled) }.map { $0.text(.name) }
        (settings, buttons) = ([:], [:])
        group.rows = sources.map(row)
        group.isVisible = !sources.isEmpty
        focus()
    }

    private func row(_ source: [String: Variant]) -> ActionRow {
        let name = source.text(.name)
        let title = (source.text(.displayName).isBlank ? name : source.text(.displayName)).shown
        let setting = SwitchSetting(title, words(source))
        setting.show(isOn: source.flag(.enabled))
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

/// The apps that decide about calls of unknown callers.
@MainActor
final class ScreenersSection: DirectorySection {
    let context: CallWindowContext
    private let group: PreferencesGroup
    private var settings: [SwitchSetting] = []

    init(_ builder: Builder, _ context: CallWindowContext) throws(InterfaceError) {
        (self.context, group) = (context, try builder.get("screeners"))
        load()
    }

    func load() {
        group.isVisible = !settings.isEmpty
        context.directory.ask(.listScreeners, for: [[String: Variant]].self) { [weak self] screeners in
            if let screeners { self?.show(screeners) }
        }
    }

    private func show(_ screeners: [[String: Variant]]) {
        settings = screeners.map { screener in
            let identifier = screener.text(.identifier)
            let setting = SwitchSetting(
                identifier.shown, screener.flag(.registered) ? "" : Catalogue.text("It does not run."))
            setting.show(isOn: screener.flag(.enabled))
            setting.set = { [weak self] isOn in self?.change(.setScreenerEnabled, identifier, isOn) }
            return setting
        }
        group.rows = settings.map(\.row)
        group.isVisible = !settings.isEmpty
    }
}

/// How long the directory keeps calls, and how it reads numbers.
@MainActor
final class HistorySection: DirectorySection {
    let context: CallWindowContext
    /// The directory does not announce a country that it has already, in another spelling.
    let loadsAfterEachChange = true
    private let keep = ChoiceSetting<UInt32>(
        Catalogue.text("Keep calls"),
        [(0, Catalogue.text("for ever"))] + [30, 90, 365].map { ($0, Catalogue.text("%s days", String($0))) })
    private let region = ChoiceSetting<String>(Catalogue.text("Country of numbers without a country code"), [])
    private let folder = ActionRow(
        title: Catalogue.text("Add a Folder of Contacts"), subtitle: Catalogue.text("With vCard files."), lines: 0)
    private let numbers: PreferencesGroup
    private var folders: [String]?
    private var chooser: FolderChooser?
    private var countries: [(value: String, words: String)] = []

    init(_ builder: Builder, _ context: CallWindowContext) throws(InterfaceError) {
        (self.context, numbers) = (context, try builder.get("numbers"))
        let button = Button(icon: "folder-open-symbolic", accessibleName: Catalogue.text("Add a Folder of Contacts"))
        button.style("flat")
        folder.suffix(button)
        folder.activates(button)
        let history: PreferencesGroup = try builder.get("history")
        history.rows = [keep.row]
        keep.set = { [weak self] days in self?.change(.setRetentionDays, days) }
        region.set = { [weak self] in self?.change(.setRegion, $0) }
        button.onClick { [weak self] in self?.chooseFolder() }
        load()
    }

    func changed(_ change: DirectoryFollower.Change) {
        switch change {
        case .presence, .contacts, .history: load()
        case .unread, .favourites, .rules, .apps: break
        }
    }

    func load() {
        for row in [keep.row, region.row, folder] as [Widget] {
            row.isSensitive = context.directory.presence == .running
        }
        context.directory.properties(of: DirectoryName.history) { [weak self] properties in
            self?.keep.value = properties?[.retentionDays]?.uint32
        }
        context.directory.properties(of: DirectoryName.interface) { [weak self] properties in
            guard let self, let properties else { return }
            show(region: properties.text(.region))
            show(properties[.contactFolders]?.strings ?? [])
        }
    }

    /// The names of the countries come once, in the user's language.
    private func show(region code: String) {
        let words = [("", Catalogue.text("as the language of the desktop"))]
        let known = countries.contains { $0.value == code } || code.isEmpty ? [] : [(code, code.shown)]
        region.offer(words + countries + known)
        region.value = code
        guard countries.isEmpty else { return }
        context.directory.ask(.listCountries, for: [[String: Variant]].self) { [weak self] list in
            guard let self, let list, !list.isEmpty, countries.isEmpty else { return }
            countries = list.map { (value: $0.text(.country), words: $0.text(.countryName).shown) }
                .sorted { strcoll($0.words, $1.words) < 0 }
            show(region: code)
        }
    }

    private func chooseFolder() {
        let title = Catalogue.text("Add a Folder of Contacts")
        chooser = FolderChooser(title: title, over: numbers.window) { [weak self] path in
            guard let self else { return }
            if let path { change(.setContactFolders, (folders ?? []) + [path]) }
            Later.idle { [weak self] in self?.chooser = nil }
        }
    }

    private func show(_ new: [String]) {
        guard new != folders else { return }
        folders = new
        let rows: [Widget] = new.map { path in
            ActionRow.removable(path) { [weak self] in self?.change(.setContactFolders, new.filter { $0 != path }) }
        }
        numbers.rows = [region.row] + rows + [folder]
    }
}
