// SPDX-License-Identifier: MIT

import AgentSettings
import ConfigurationText
import GTK
import SDBus

/// The settings of the agent and of the directory. Each is read from its own place and changed there; the window keeps
/// no copy.
@MainActor
final class SettingsWindow {
    let window: PreferencesWindow
    private let phone: PhoneContext
    private let file: AgentFile
    private let sections: [any SettingsSection]

    /// Reads the settings, and follows their changes as long as it lives.
    init(_ phone: PhoneContext, over parent: Window?) throws(InterfaceError) {
        self.phone = phone
        let builder = try Builder(PackageResources.settings_ui)
        window = try builder.get("window")
        window.setTransient(for: parent)
        window.allowAnyWidth()
        window.nameButtons(icon: "edit-find-symbolic", Catalogue.text("Search"))
        file = AgentFile(phone)
        sections = [
            try ProblemSection(builder, file), try QuietSection(builder, phone, file),
            try AllowedSection(builder, phone, file), try SoundSection(builder, file),
            try AppsSection(builder, phone, file), try RulesSection(builder, phone), try ListsSection(builder, phone),
            try ScreenersSection(builder, phone), try HistorySection(builder, phone),
        ]
        phone.directory.want()
        file.changed = { [weak self] in self?.show() }
        file.begin()
        show()
    }

    /// The directory has changed.
    func changed(_ change: DirectoryFollower.Change) {
        for section in sections { section.changed(change) }
    }

    private func show() {
        for section in sections { section.show() }
    }
}

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

/// The agent's settings file, which the agent reads again after each change.
@MainActor
final class AgentFile {
    private let phone: PhoneContext
    private let file: SettingsFile?
    private(set) var fault: SettingsFile.Fault?
    var changed: () -> Void = {}

    init(_ phone: PhoneContext) {
        self.phone = phone
        file = UserSettings.path.map { SettingsFile($0, phone.loop, log: phone.log) }
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
            phone.log("cannot change the settings of the agent", ["message": error.message])
            phone.tell(Catalogue.text("Your settings were not changed. Correct their file first."))
            changed()
        }
    }
}

/// The mistake in the settings file, which the user must correct before the window changes it.
@MainActor
struct ProblemSection: SettingsSection {
    private let group: PreferencesGroup
    private let row = ActionRow(title: Catalogue.text("There is a mistake in your call settings"), lines: 0)
    private let file: AgentFile

    init(_ builder: Builder, _ file: AgentFile) throws(InterfaceError) {
        (group, self.file) = (try builder.get("problem"), file)
        let icon = Image(icon: "dialog-warning-symbolic")
        icon.style("warning")
        row.prefix(icon)
        group.append(row)
    }

    func show() {
        group.isVisible = file.fault != nil
        guard let fault = file.fault else { return }
        // The detail is English, as the words in the file are.
        row.subtitle = Self.words(fault) + "\n" + fault.message.isolated
    }

    private static func words(_ fault: SettingsFile.Fault) -> String {
        guard let line = fault.line else {
            return Catalogue.text("Correct the file agent.conf. Until then these settings cannot be changed here.")
        }
        return Catalogue.text(
            "Correct line %s of the file agent.conf. Until then these settings cannot be changed here.", String(line))
    }
}
