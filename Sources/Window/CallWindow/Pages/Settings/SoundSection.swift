// SPDX-License-Identifier: MIT

import AgentSettings
import CallWindowModel
import ConfigurationText
import GTK

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
