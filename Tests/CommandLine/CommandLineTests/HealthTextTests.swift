// SPDX-License-Identifier: MIT

import CallHealth
import Foundation
import Testing

@testable import monkeycall

/// The health list on a terminal, the breaks of long lines, and the app for telephone numbers.
struct HealthTextTests {
    @Test func `A line of the health list has its grade, its sentence and its command`() {
        let text = HealthText(palette: Palette(isOn: false), room: nil)
        let line = HealthLine(.doNotDisturb, .note, "Do Not Disturb is on.", cure: .endDoNotDisturb)
        #expect(text.text(line) == "Note:           Do Not Disturb is on.\n                monkeycall dnd off")
        #expect(text.text(HealthLine(.service, .good, "All is well.")) == "Good:           All is well.")
        let named = HealthLine(.headset, .good, "The buttons of \u{2068}Example 65\u{2069} work.")
        #expect(text.text(named) == "Good:           The buttons of Example 65 work.")
    }

    @Test(arguments: [true, false]) func `A sentence breaks at blanks, below its beginning`(_ hasColours: Bool) {
        let palette = Palette(isOn: hasColours)
        let text = HealthText(palette: palette, room: 40)
        let line = HealthLine(.ringing, .problem, "Calls do not ring here, because a part does not run.")
        let lines = palette.plain(text.text(line)).split(separator: "\n")
        #expect(
            lines == [
                "Problem:        Calls do not ring here,", "                because a part does not",
                "                run.",
            ])
    }

    @Test func `Only blanks break a text, and a long word stays whole`() {
        #expect("a bc def".wrapped(to: nil) == "a bc def")
        #expect("a bc def".wrapped(to: 8) == "a bc def")
        #expect("a bc def".wrapped(to: 7) == "a bc\ndef")
        #expect("a bc def".wrapped(to: 4, indent: 2) == "a bc\n  def")
        #expect("abcdefgh ij".wrapped(to: 4) == "abcdefgh\nij")
        #expect("李小龍 李小龍".wrapped(to: 8) == "李小龍\n李小龍")
    }

    @Test(arguments: HealthCure.allCases) func `Each command can be typed`(_ cure: HealthCure) {
        guard let command = cure.command else { return }
        let words = command.split(separator: " ")
        #expect(words.count > 1 && ["sudo", "systemctl", "monkeycall", "xdg-mime"].contains(words[0]))
    }

    // MARK: The app for telephone numbers

    /// The files of a user and of a system.
    private struct Home {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        func write(_ text: String, to path: String) throws {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }

        func install(_ app: String, _ name: String) throws {
            try write("[Desktop Entry]\nName=\(name)\n", to: "share/applications/\(app).desktop")
        }

        var app: HealthFacts.TelephoneApp {
            let root = folder.path
            let environment = [
                "HOME": root, "XDG_DATA_DIRS": root + "/share", "XDG_CONFIG_DIRS": root + "/etc",
                "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
            ]
            return TelephoneAppFiles { environment[$0] }.found
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    @Test func `The user's choice comes before that of the system, and that before an app that is just there`() throws {
        let home = Home()
        defer { home.remove() }
        #expect(home.app == .none)
        try home.install("org.example.Phone", "Example Phone")
        try home.install("org.monkeycall.Phone", "MonkeyCall")
        try home.write(
            "[MIME Cache]\nx-scheme-handler/tel=org.example.Phone.desktop;\n", to: "share/applications/mimeinfo.cache")
        #expect(home.app == .other("Example Phone"))
        try home.write(
            "[Added Associations]\nx-scheme-handler/tel=org.example.Phone.desktop;\n[Default Applications]\n"
                + "x-scheme-handler/tel=org.monkeycall.Phone.desktop;\n", to: "etc/gnome-mimeapps.list")
        #expect(home.app == .monkeyCall)
        try home.write(
            "[Default Applications]\nx-scheme-handler/tel=org.gone.Phone.desktop;org.example.Phone.desktop\n",
            to: ".config/mimeapps.list")
        // An app that is not installed does not count.
        #expect(home.app == .other("Example Phone"))
    }
}
