// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallHealth
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK

/// The settings of the agent and of the directory. Each is read from its own place and changed there; the window keeps
/// no copy.
@MainActor
final class SettingsWindow {
    let window: PreferencesWindow
    private let file: AgentFile
    private let sections: [any SettingsSection]

    /// Reads the settings, and follows their changes as long as it lives.
    init(_ context: CallWindowContext, over parent: Window?) throws(InterfaceError) {
        let builder = try Builder(PackageResources.settings_ui)
        window = try builder.get("window")
        window.setTransient(for: parent)
        window.allowAnyWidth()
        window.nameButtons(icon: "edit-find-symbolic", Catalogue.text("Search"))
        file = AgentFile(context)
        let ringtone = RingtoneSection(file)
        sections = [
            ringtone, try OutputsSection(builder, context, file),
            try ProblemSection(builder, file), try QuietSection(builder, context, file),
            try CallersSection.allowed(builder, context, file),
            try CallersSection.answered(builder, context, file), try AppsSection(builder, context, file),
            try RulesSection(builder, context), try ListsSection(builder, context),
            try ScreenersSection(builder, context), try HistorySection(builder, context),
        ]
        try addRows(builder, ringtone, context)
        context.directory.startIfNeeded()
        file.changed = { [weak self] in self?.show() }
        file.begin()
        show()
        context.cover(with: window)
    }

    /// The directory has changed.
    func changed(_ change: DirectoryFollower.Change) {
        for section in sections { section.changed(change) }
    }

    private func show() {
        file.show()
        for section in sections { section.show() }
    }

    /// The rows of the agent that have a group with nothing else.
    private func addRows(
        _ builder: Builder, _ ringtone: RingtoneSection, _ context: CallWindowContext
    ) throws(InterfaceError) {
        try addRinging(builder.get("ringing"), ringtone, context)
        try addSound(builder.get("sound"))
        try builder.get("several", PreferencesGroup.self).rows = [
            file.choiceRow(
                Catalogue.text("Other calls during a call"), \.whileInCall,
                [
                    (.soft, Catalogue.text("ring softly")), (.silent, Catalogue.text("are silent")),
                    (.busy, Catalogue.text("are refused as busy")),
                ]),
            file.switchRow(
                Catalogue.text("Resume held calls"), \.autoResume,
                Catalogue.text("Also when the other side has hung up.")),
        ]
        try builder.get("keys", PreferencesGroup.self).rows = [
            file.switchRow(
                Catalogue.text("Headset buttons"), \.headsetButtons,
                Catalogue.text("They answer, end and mute calls.")),
            file.switchRow(Catalogue.text("Media keys"), \.mediaKeys, Catalogue.text("They answer a call that rings.")),
            file.choiceRow(
                Catalogue.text("A number that a Bluetooth headset dials"), \.headsetDial,
                [
                    (.ask, Catalogue.text("ask me")), (.allow, Catalogue.text("call it")),
                    (.off, Catalogue.text("ignore it")),
                ]),
            file.switchRow(
                Catalogue.text("Keys for calls"), \.shortcutKeys,
                Catalogue.text("Mute, answer, hang up, push to talk. The desktop asks which keys.")),
            file.switchRow(
                Catalogue.text("Tell me when I speak while muted"), \.warnWhenMuted,
                Catalogue.text("Reads the level of the microphone while a call is muted.")),
            file.choiceRow(
                Catalogue.text("Better Bluetooth sound in a muted or held call"), \.headsetRest,
                [(UInt64(0), Catalogue.text("never"))] + [30, 60, 300].map { ($0 * 1_000_000, Self.after($0)) }),
        ]
        try builder.get("programs", PreferencesGroup.self).rows = [
            file.switchRow(
                Catalogue.text("Let phone apps set mute and loudspeaker"), \.callAudio,
                Catalogue.text("Apps such as GNOME Calls, which ask callaudiod for it.")),
            file.switchRow(
                Catalogue.text("Run my programs for calls"), \.hooks,
                Catalogue.text("Those in ~/.config/monkeycall/hooks.")),
        ]
        try builder.get("screen", PreferencesGroup.self).rows = [
            file.choiceRow(
                Catalogue.text("Show the caller on the lock screen"), \.showCallerWhenLocked,
                [
                    (.desktop, Catalogue.text("as the desktop does")), (.yes, Catalogue.text("always")),
                    (.no, Catalogue.text("never")),
                ]),
            file.switchRow(Catalogue.text("Answer on the lock screen"), \.answerWhenLocked),
        ]
    }

    private func addRinging(_ ringing: PreferencesGroup, _ ringtone: RingtoneSection, _ context: CallWindowContext) {
        let timeout = file.choiceRow(
            Catalogue.text("End a call that is not answered"), \.ringTimeout,
            [30, 60, 120, 300].map { ($0 * 1_000_000, Self.after($0)) } + [(UInt64(0), Catalogue.text("never"))])
        let volume = file.choiceRow(
            Catalogue.text("Volume of the ring"), \.ringVolume,
            [10, 20, 30, 50, 70].map { ($0, "\($0)%") } + [(UInt32(100), Catalogue.text("as in the mixer"))])
        let fadeIn = file.choiceRow(
            Catalogue.text("The ring becomes louder"), \.ringFadeIn,
            [(UInt64(0), Catalogue.text("never"))] + [5, 10, 20, 30].map { ($0 * 1_000_000, Self.during($0)) })
        let opens = file.switchRow(
            Catalogue.text("Open this window for a call that rings"), \.opensWindow,
            Catalogue.text("A locked screen opens nothing."))
        ringing.rows = [timeout, ringtone.ringtone.row, volume, fadeIn, testRow(context), opens]
    }

    /// A test call has the sound, the devices and the volume of every other one.
    private func testRow(_ context: CallWindowContext) -> Widget {
        let row = ActionRow(title: Catalogue.text("Hear how a call rings"), lines: 0)
        // The label leaves no room for the title in 360 px.
        let button = Button(icon: "media-playback-start-symbolic", accessibleName: HealthCure.testCall.label)
        button.style("flat")
        button.onClick { [context] in context.perform(.testCall) }
        row.suffix(button)
        return row
    }

    /// What other programs play.
    private func addSound(_ sound: PreferencesGroup) throws(InterfaceError) {
        let players = file.choiceRow(
            Catalogue.text("Pause media players"), \.pausePlayers,
            [
                (.ring, Catalogue.text("when a call rings")), (.call, Catalogue.text("during calls")),
                (.never, Catalogue.text("never")),
            ])
        let duck = file.choiceRow(
            Catalogue.text("Volume of other programs during calls"), \.duckOthers,
            [0, 10, 30, 50, 70, 100].map { ($0, "\($0)%") })
        sound.rows = [
            players,
            file.choiceRow(
                Catalogue.text("Play again after calls"), \.resumePlayers,
                [(.atOnce, Catalogue.text("at once"))] + [5, 15, 30].map { (.after($0 * 1_000_000), Self.after($0)) }
                    + [(.never, Catalogue.text("never"))]),
            try file.entryRow(Catalogue.text("Media players that are left alone, with commas"), \.leftPlayersText),
            duck,
        ]
    }

    private static func during(_ seconds: UInt64) -> String {
        Catalogue.text("for %s seconds", String(seconds))
    }

    private static func after(_ seconds: UInt64) -> String {
        Catalogue.text("after %s", CallDays.duration(from: 1, to: seconds * 1_000_000 + 1))
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
        group.rows = [row]
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
            group.rows = kinds.map { kind in
                let row = ChoiceSetting(Self.words(kind), choices[kind] ?? [])
                row.set = { [file] provider in
                    file.change { $0.defaultProviders[kind] = provider.isEmpty ? nil : provider }
                }
                rows[kind] = row
                return row.row
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
