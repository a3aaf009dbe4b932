// SPDX-License-Identifier: MIT

import AgentSettings
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// A part of the settings.
@MainActor
protocol SettingsSection {
    /// Shows the present settings of the agent.
    func show()
    /// The directory has changed.
    func changed(_ change: DirectoryFollower.Change)
}

extension SettingsSection {
    func show() {}
    func changed(_ change: DirectoryFollower.Change) {}
}

/// A part that shows rules or lists of the directory.
@MainActor
protocol DirectorySection: SettingsSection, AnyObject {
    var context: CallWindowContext { get }
    /// Asks the directory for what the part shows.
    func load()
    /// Whether it also loads after a change that the directory accepts.
    var loadsAfterEachChange: Bool { get }
}

extension DirectorySection {
    var loadsAfterEachChange: Bool { false }

    func changed(_ change: DirectoryFollower.Change) {
        switch change {
        case .presence, .rules: load()
        case .history, .unread, .contacts, .favourites, .apps: break
        }
    }

    /// Requests a change, and shows the problem. The directory announces what changes.
    func change<each Argument: BusValue>(_ method: DirectoryMethod, _ arguments: repeat each Argument) {
        context.directory.change(method, repeat each arguments) { [weak self] problem in
            guard let self else { return }
            context.showProblem(problem)
            if problem != nil || loadsAfterEachChange { load() }
        }
    }
}

/// The agent's settings file, which the agent reads again after each change.
@MainActor
final class AgentFile {
    private let context: CallWindowContext
    private let file: SettingsFile?
    private(set) var fault: SettingsFile.Fault?
    /// Show the settings in their rows. Each keeps the controller of a row.
    private var shows: [(Settings) -> Void] = []
    var changed: () -> Void = {}

    init(_ context: CallWindowContext) {
        self.context = context
        file = UserSettings.path.map { SettingsFile($0, context.loop, log: context.log) }
    }

    func begin() {
        file?.begin { [weak self] fault in
            self?.fault = fault
            self?.changed()
        }
    }

    var settings: Settings { file?.settings ?? Settings() }

    func change(_ change: (inout Settings) -> Void) {
        do throws(SettingsFile.Fault) {
            try file?.write(change)
        } catch {
            context.log("cannot change the settings of the agent", ["message": error.message])
            context.showToast(Catalogue.text("Your settings were not changed. Correct their file first."))
            changed()
        }
    }

    // MARK: A row for each setting

    /// Shows the present settings in the rows.
    func show() {
        for show in shows { show(settings) }
    }

    func switchRow(_ title: String, _ field: WritableKeyPath<Settings, Bool>, _ subtitle: String = "") -> Widget {
        let setting = SwitchSetting(title, subtitle)
        setting.set = { [weak self] isOn in self?.change { $0[keyPath: field] = isOn } }
        shows.append { setting.show(isOn: $0[keyPath: field]) }
        return setting.row
    }

    func choiceRow<Value: Equatable>(
        _ title: String, _ field: WritableKeyPath<Settings, Value>, _ choices: [(value: Value, words: String)]
    ) -> Widget {
        let setting = ChoiceSetting(title, choices)
        setting.set = { [weak self] value in self?.change { $0[keyPath: field] = value } }
        shows.append { setting.value = $0[keyPath: field] }
        return setting.row
    }

    func entryRow(_ title: String, _ field: WritableKeyPath<Settings, String>) throws(InterfaceError) -> Widget {
        let setting = try EntrySetting(title)
        setting.apply = { [weak self] text in self?.change { $0[keyPath: field] = text } }
        shows.append { setting.text = $0[keyPath: field] }
        return setting.row
    }
}

/// A row with a switch.
@MainActor
final class SwitchSetting {
    let row: ActionRow
    /// The user switches it.
    var set: (Bool) -> Void = { _ in }
    private let button = Switch()
    private var connection: Connection?

    init(_ title: String, _ subtitle: String = "") {
        row = ActionRow(title: title, subtitle: subtitle, lines: 0)
        row.suffix(button)
        // The row names its switch for screen readers.
        row.activates(button)
        connection = button.onChange(of: "active") { [weak self] in
            guard let self else { return }
            set(button.isActive)
        }
    }

    func show(isOn: Bool) { button.quietly(connection) { button.isActive = isOn } }
}

/// A row with a choice between a few words. The chosen words are below the title, where they fit at any width.
@MainActor
final class ChoiceSetting<Value: Equatable> {
    let row: ComboRow
    /// The user chooses a value.
    var set: (Value) -> Void = { _ in }
    private var connection: Connection?
    private var choices: [(value: Value, words: String)]

    init(_ title: String, _ choices: [(value: Value, words: String)]) {
        row = ComboRow(title: title, choices.map(\.words))
        self.choices = choices
        connection = row.onChange(of: "selected") { [weak self] in
            guard let self, let value else { return }
            set(value)
        }
    }

    /// Offers other choices; the present value stays if it is among them.
    func offer(_ new: [(value: Value, words: String)]) {
        guard !new.elementsEqual(choices, by: { $0.value == $1.value && $0.words == $1.words }) else { return }
        let present = value
        choices = new
        row.quietly(connection) { row.offer(new.map(\.words)) }
        value = present
    }

    /// nil if no choice fits.
    var value: Value? {
        get { choices.indices.contains(row.selected) ? choices[row.selected].value : nil }
        set {
            let place = newValue.flatMap { new in choices.firstIndex { $0.value == new } }
            row.quietly(connection) { row.selected = place ?? ComboRow.nothing }
        }
    }
}

/// A row with an entry below its title, which has as many lines as it needs. libadwaita's own row shortens a long
/// title.
@MainActor
final class EntrySetting {
    let row: PreferencesRow
    /// The user applies the text, with the button or the Return key.
    var apply: (String) -> Void = { _ in }
    private let entry: Entry
    private let button: Button
    /// The text that applies now.
    private var present = ""

    init(_ title: String) throws(InterfaceError) {
        let builder = try Builder(PackageResources.entry_row_ui)
        (row, entry, button) = (try builder.get("row"), try builder.get("entry"), try builder.get("apply"))
        let label: Label = try builder.get("title")
        row.show(title: title)
        label.text = title
        for widget in [row, entry] as [Widget] { widget.setAccessibleName(title) }
        entry.onChange { [weak self] in self?.showButton() }
        entry.onActivate { [weak self] in self?.end() }
        button.onClick { [weak self] in self?.end() }
    }

    var text: String {
        get { entry.text }
        set {
            // A change of another setting leaves what the user writes now.
            guard newValue != present else { return }
            present = newValue
            entry.text = newValue
            showButton()
        }
    }

    private func showButton() { button.isVisible = entry.text != present }

    private func end() {
        guard button.isVisible else { return }
        let text = entry.text
        present = text
        // The button takes the focus with it when it goes.
        entry.takeFocus()
        showButton()
        apply(text)
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
