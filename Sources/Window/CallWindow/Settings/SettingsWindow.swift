// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK

/// The settings of the agent and of the directory. Each is read from its own place and changed there; the window keeps
/// no copy.
@MainActor
final class SettingsWindow {
    let window: PreferencesWindow
    private let context: CallWindowContext
    private let file: AgentFile
    private let sections: [any SettingsSection]

    /// Reads the settings, and follows their changes as long as it lives.
    init(_ context: CallWindowContext, over parent: Window?) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.settings_ui)
        window = try builder.get("window")
        window.setTransient(for: parent)
        window.allowAnyWidth()
        window.nameButtons(icon: "edit-find-symbolic", Catalogue.text("Search"))
        file = AgentFile(context)
        sections = [
            try ProblemSection(builder, file), try QuietSection(builder, context, file),
            try AllowedSection(builder, context, file), try SoundSection(builder, file),
            try AppsSection(builder, context, file), try RulesSection(builder, context),
            try ListsSection(builder, context),
            try ScreenersSection(builder, context), try HistorySection(builder, context),
        ]
        context.directory.startIfNeeded()
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

/// Ringing, other sounds, devices and the lock screen.
@MainActor
final class SoundSection: SettingsSection {
    private let file: AgentFile
    private let ringTimeout = ChoiceSetting<UInt64>(
        Catalogue.text("End a call that is not answered"),
        [30, 60, 120, 300].map { ($0 * 1_000_000, SoundSection.after($0)) } + [(0, Catalogue.text("never"))])
    private let device: EntrySetting
    private let players = ChoiceSetting<Settings.PausePlayers>(
        Catalogue.text("Pause media players"),
        [
            (.ring, Catalogue.text("when a call rings")), (.call, Catalogue.text("during calls")),
            (.never, Catalogue.text("never")),
        ])
    private let duck = ChoiceSetting<UInt32>(
        Catalogue.text("Volume of other programs during calls"),
        [0, 10, 30, 50, 70, 100].map { ($0, "\($0)%") })
    private let buttons = SwitchSetting(
        Catalogue.text("Headset buttons"), Catalogue.text("They answer, end and mute calls."))
    private let mediaKeys = SwitchSetting(
        Catalogue.text("Media keys"), Catalogue.text("They answer a call that rings."))
    private let callAudio = SwitchSetting(Catalogue.text("Serve programs that were written for callaudiod"))
    private let resume = SwitchSetting(
        Catalogue.text("Resume held calls"), Catalogue.text("Also when the other side has hung up."))
    private let showCaller = ChoiceSetting<Settings.ShowCaller>(
        Catalogue.text("Show the caller on the lock screen"),
        [
            (.desktop, Catalogue.text("as the desktop does")), (.yes, Catalogue.text("always")),
            (.no, Catalogue.text("never")),
        ])
    private let opens = SwitchSetting(
        Catalogue.text("Open this window for a call that rings"), Catalogue.text("A locked screen opens nothing."))
    private let answer = SwitchSetting(Catalogue.text("Answer on the lock screen"))

    init(_ builder: Builder, _ file: AgentFile) throws(InterfaceError) {
        self.file = file
        device = try EntrySetting(Catalogue.text("Sound device that rings; empty for the default"))
        let (ringing, sound, screen): (PreferencesGroup, PreferencesGroup, PreferencesGroup) = (
            try builder.get("ringing"), try builder.get("sound"), try builder.get("screen")
        )
        for row in [ringTimeout.row, device.row] as [Widget] { ringing.append(row) }
        for row in [players.row, duck.row, buttons.row, mediaKeys.row, callAudio.row, resume.row] { sound.append(row) }
        for row in [opens.row, showCaller.row, answer.row] as [Widget] { screen.append(row) }
        ringTimeout.set = { time in file.change { $0.ringTimeout = time } }
        device.apply = { name in file.change { $0.ringDevice = name } }
        players.set = { players in file.change { $0.pausePlayers = players } }
        duck.set = { volume in file.change { $0.duckOthers = volume } }
        connect(buttons, \.headsetButtons)
        connect(mediaKeys, \.mediaKeys)
        connect(callAudio, \.callAudio)
        connect(resume, \.autoResume)
        showCaller.set = { choice in file.change { $0.showCallerWhenLocked = choice } }
        connect(opens, \.opensWindow)
        connect(answer, \.answerWhenLocked)
    }

    private static func after(_ seconds: UInt64) -> String {
        Catalogue.text("after %s", CallDays.duration(from: 1, to: seconds * 1_000_000 + 1))
    }

    private func connect(_ setting: SwitchSetting, _ field: WritableKeyPath<Settings, Bool>) {
        setting.set = { [file] isOn in file.change { $0[keyPath: field] = isOn } }
    }

    func show() {
        let settings = file.settings
        (ringTimeout.value, device.text) = (settings.ringTimeout, settings.ringDevice)
        (players.value, duck.value) = (settings.pausePlayers, settings.duckOthers)
        (buttons.isOn, mediaKeys.isOn) = (settings.headsetButtons, settings.mediaKeys)
        (callAudio.isOn, resume.isOn) = (settings.callAudio, settings.autoResume)
        opens.isOn = settings.opensWindow
        (showCaller.value, answer.isOn) = (settings.showCallerWhenLocked, settings.answerWhenLocked)
    }
}

/// The default apps for new calls.
@MainActor
final class AppsSection: SettingsSection {
    private let context: CallWindowContext
    private let file: AgentFile
    private let group: PreferencesGroup
    private var shown: [Handle.Kind: [String]] = [:]
    private var rows: [Handle.Kind: ChoiceSetting<String>] = [:]

    init(_ builder: Builder, _ context: CallWindowContext, _ file: AgentFile) throws(InterfaceError) {
        (self.context, self.file, group) = (context, file, try builder.get("apps"))
    }

    private static func words(_ kind: Handle.Kind) -> String {
        switch kind {
        case .phoneNumber: Catalogue.text("Telephone numbers")
        case .emailAddress: Catalogue.text("E-mail addresses")
        case .generic: Catalogue.text("Other addresses")
        }
    }

    func show() {
        let kinds: [Handle.Kind] = [.phoneNumber, .emailAddress, .generic]
        let choices = Dictionary(uniqueKeysWithValues: kinds.map { ($0, self.choices($0)) })
        if choices.mapValues({ $0.map(\.value) }) != shown {
            shown = choices.mapValues { $0.map(\.value) }
            group.removeAll()
            for kind in kinds {
                let row = ChoiceSetting(Self.words(kind), choices[kind] ?? [])
                row.set = { [file] provider in
                    file.change { $0.defaultProviders[kind] = provider.isEmpty ? nil : provider }
                }
                rows[kind] = row
                group.append(row.row)
            }
        }
        for kind in kinds { rows[kind]?.value = file.settings.defaultProviders[kind] ?? "" }
    }

    /// The running apps, and the chosen one, which need not run.
    private func choices(_ kind: Handle.Kind) -> [(value: String, words: String)] {
        var choices = [("", Catalogue.text("No default app"))]
        for line in PhoneLine.able(kind, context.calls.registry) { choices.append((line.provider, line.title)) }
        if let chosen = file.settings.defaultProviders[kind], !choices.contains(where: { $0.0 == chosen }) {
            choices.append((chosen, chosen.shown))
        }
        return choices
    }
}
