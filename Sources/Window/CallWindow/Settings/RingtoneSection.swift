// SPDX-License-Identifier: MIT

import AgentSettings
import CallWindowModel
import ConfigurationText
import GTK
import SystemFiles

/// The sound that rings for apps without a ringtone of their own: one of the sound theme, or a file of the user.
@MainActor
final class RingtoneSection: SettingsSection {
    let ringtone = ChoiceSetting<String>(Catalogue.text("Ringtone"), [])
    private let file: AgentFile
    /// The names of the user's sounds when the settings were opened.
    private let own = RingtoneSection.ownSounds

    init(_ file: AgentFile) {
        self.file = file
        ringtone.set = { [file] name in file.change { $0.ringtone = name } }
    }

    func show() {
        let chosen = file.settings.ringtone
        var choices = Self.sounds + own.map { (value: $0, words: $0.shown) }
        if !choices.contains(where: { $0.value == chosen }) { choices.append((chosen, chosen.shown)) }
        ringtone.offer(choices)
        ringtone.value = chosen
    }

    /// Those of the sound theme of freedesktop.org that are made to be heard from afar.
    private static var sounds: [(value: String, words: String)] {
        [
            (Settings.themeRingtone, Catalogue.text("the ringtone of the desktop")),
            ("alarm-clock-elapsed", Catalogue.text("an alarm clock")), ("bell", Catalogue.text("a bell")),
        ]
    }

    /// More files are not offered.
    private static let most = 100

    /// The files of the user that the sound theme finds by their names.
    private static var ownSounds: [String] {
        let files = UserFolder.data.flatMap { FileNames.list(in: $0 + "/sounds") } ?? []
        let names = files.compactMap { file in
            [".oga", ".ogg", ".wav"].first(where: file.hasSuffix).map { String(file.dropLast($0.count)) }
        }
        let themed = Set(sounds.map(\.value))
        return Array(Set(names).subtracting(themed).filter(Settings.isSound).sorted().prefix(most))
    }
}
