// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Each row of the settings has its own place in agent.conf or in the directory, which is its only copy.
@Suite(.serialized)
struct SettingRowsTests {
    /// A line of agent.conf.
    private struct Place {
        let section: String
        let key: String

        init(_ section: String, _ key: String) { (self.section, self.key) = (section, key) }

        func text(_ value: String) -> String { "[\(section)]\n\(key)=\(value)\n" }
    }

    @Test func `Each switch of the agent writes its own line, and shows a change of the file`() throws {
        let page = try open()
        for (name, place, isOnByDefault) in [
            ("Refuse calls while it is on", Place("DoNotDisturb", "Refuse"), true),
            ("Repeated calls", Place("DoNotDisturb", "RepeatCallers"), true),
            ("Also on the lock screen", Place("Screen", "AutoAnswerWhenLocked"), false),
            ("Run my programs for calls", Place("Calls", "Hooks"), false),
            ("Headset buttons", Place("Headsets", "Buttons"), true),
            ("Media keys", Place("Headsets", "MediaKeys"), true),
            ("Keys for calls", Place("Headsets", "ShortcutKeys"), false),
            ("Tell me when I speak while muted", Place("Audio", "WarnWhenMuted"), false),
            ("Let phone apps set mute and loudspeaker", Place("Audio", "CallAudio"), true),
            ("Resume held calls", Place("Calls", "AutoResume"), false),
            ("Open this window for a call that rings", Place("Window", "OpenForCalls"), false),
            ("Answer on the lock screen", Place("Screen", "AnswerWhenLocked"), true),
        ] {
            try page.window.desktop.set("")
            try expectSwitch(page, name, isOn: isOnByDefault)
            try page.window.toggle(name)
            try expectFile(page, place.text(isOnByDefault ? "no" : "yes"))
            try expectSwitch(page, name, isOn: !isOnByDefault)
            try page.window.desktop.set(place.text(isOnByDefault ? "yes" : "no"))
            try expectSwitch(page, name, isOn: isOnByDefault)
        }
    }

    @Test func `Each choice of the agent writes its own line, and shows a change of the file`() throws {
        let page = try open()
        // The values of a row in its order.
        let rows: [(name: String, place: Place, choices: KeyValuePairs<String, String>)] = [
            (
                "People", Place("DoNotDisturb", "Allow"),
                ["None": "", "Favourites": "favourites", "Contacts": "contacts"]
            ),
            (
                "End a call that is not answered", Place("Ringing", "Timeout"),
                [
                    "after 0:30": "30s", "after 1:00": "1min", "after 2:00": "2min", "after 5:00": "5min",
                    "never": "never",
                ]
            ),
            (
                "Ringtone", Place("Ringing", "Ringtone"),
                [
                    "the ringtone of the desktop": "phone-incoming-call", "an alarm clock": "alarm-clock-elapsed",
                    "a bell": "bell",
                ]
            ),
            (
                "Volume of the ring", Place("Ringing", "Volume"),
                [
                    "10%": "10%", "20%": "20%", "30%": "30%", "50%": "50%", "70%": "70%", "as in the mixer": "100%",
                ]
            ),
            (
                "The ring becomes louder", Place("Ringing", "FadeIn"),
                [
                    "never": "no", "for 5 seconds": "5s", "for 10 seconds": "10s", "for 20 seconds": "20s",
                    "for 30 seconds": "30s",
                ]
            ),
            (
                "Other calls during a call", Place("Calls", "WhileInCall"),
                ["ring softly": "soft", "are silent": "silent", "are refused as busy": "busy"]
            ),
            (
                "Pause media players", Place("Audio", "PausePlayers"),
                ["when a call rings": "ring", "during calls": "call", "never": "never"]
            ),
            (
                "Play again after calls", Place("Audio", "ResumePlayers"),
                ["at once": "yes", "after 0:05": "5s", "after 0:15": "15s", "after 0:30": "30s", "never": "no"]
            ),
            (
                "A number that a Bluetooth headset dials", Place("Headsets", "Dial"),
                ["ask me": "ask", "call it": "allow", "ignore it": "off"]
            ),
            (
                "Better Bluetooth sound in a muted or held call", Place("Headsets", "RestAfter"),
                ["never": "never", "after 0:30": "30s", "after 1:00": "1min", "after 5:00": "5min"]
            ),
            (
                "Volume of other programs during calls", Place("Audio", "DuckOthers"),
                ["0%": "0%", "10%": "10%", "30%": "30%", "50%": "50%", "70%": "70%", "100%": "100%"]
            ),
            (
                "Show the caller on the lock screen", Place("Screen", "ShowCallerWhenLocked"),
                ["as the desktop does": "desktop", "always": "yes", "never": "no"]
            ),
        ]
        for row in rows {
            for (words, value) in row.choices {
                try page.window.desktop.set(value.isEmpty ? "" : row.place.text(value))
                try expectChoice(page, row.name, words)
            }
            // The last choice is shown.
            let (words, value) = row.choices[row.choices.count - 2]
            try page.window.choose(words, in: row.name)
            try expectFile(page, row.place.text(value))
            try expectChoice(page, row.name, words)
        }
    }

    @Test func `Each entry of the agent writes its own line, and shows a change of the file`() throws {
        let page = try open()
        let players = "Media players that are left alone, with commas"
        try page.write("kitchen, mpd", into: players)
        try page.window.press("Apply")
        try expectFile(page, "[Audio]\nLeavePlayer=kitchen\nLeavePlayer=mpd\n")
        try expectEntry(page, players, "kitchen, mpd")
        try page.window.desktop.set("")
        try expectEntry(page, players, "")
        let caller = "Add a number or an address"
        try page.write("+49 30 123456", into: caller)
        try page.window.press("Apply")
        try expectFile(page, "[DoNotDisturb]\nAllow=phone-number:+4930123456\n")
        try page.window.waitForButton("Remove +4930123456")
        try expectEntry(page, caller, "")
        try page.window.desktop.set("")
        try page.write("+49 30 111", into: "Add an intercom")
        try page.window.press("Apply")
        try expectFile(page, "[Calls]\nAutoAnswer=phone-number:+4930111\n")
        try page.window.waitForButton("Remove +4930111")
    }

    @Test func `A sound file of the user can be the ringtone, if the sound theme can find its name`() throws {
        let page = try open { page in
            let folder = page.window.screen.home.path(of: "data/sounds")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for file in ["bells.oga", "two words.ogg", "bell.wav", "notes.txt", ".oga"] {
                try Data().write(to: URL(fileURLWithPath: folder + "/" + file))
            }
        }
        let offered = try page.window.choose("bells", in: "Ringtone")
        #expect(offered == ["the ringtone of the desktop", "an alarm clock", "a bell", "bells"])
        try expectFile(page, "[Ringing]\nRingtone=bells\n")
        // One that has gone stays chosen.
        try page.window.desktop.set("[Ringing]\nRingtone=gone\n")
        try expectChoice(page, "Ringtone", "gone")
    }

    @Test func `A test call lets the user hear the ring`() throws {
        let page = try open()
        let echo = try BusClient(address: page.window.desktop.bus.address)
        try echo.requestName("org.monkeycall.Echo")
        try page.window.press("Try a Test Call")
        #expect(try echo.waitForCall("Start").arguments.isEmpty)
    }

    @Test func `Devices of the settings file that the sound server does not have can be taken back`() throws {
        let page = try open()
        try page.window.desktop.set("[Ringing]\nDevice=bell\nDevice=gong\n")
        try page.window.press("Remove bell")
        try expectFile(page, "[Ringing]\nDevice=gong\n")
        try page.window.press("Remove gong")
        try expectFile(page, "[Ringing]\n")
        try page.window.waitUntilGone("Remove gong")
        try page.window.desktop.set("[Audio]\nLeaveOutput=kitchen.*\n")
        try page.window.press("Remove kitchen.*")
        try expectFile(page, "[Audio]\n")
        try page.window.waitUntilGone("Remove kitchen.*")
    }

    @Test func `A default app is chosen from a list that has each app once`() throws {
        let page = try open()
        _ = try CallingApp(page.window)
        try page.window.turnTo("Apps")
        try expectChoice(page, "Telephone numbers", "No default app")
        try page.window.desktop.set("[DefaultProviders]\nphone-number=org.example.Phone\n")
        try expectChoice(page, "Telephone numbers", "Example Phone")
        let shown = try page.window.choose("No default app", in: "Telephone numbers")
        #expect(shown == ["No default app", "Example Phone"])
        try expectFile(page, "[DefaultProviders]\n")
    }

    @Test func `The rows of the directory change its settings, and show them`() throws {
        let page = try open()
        try page.window.turnTo("History")
        let history = page.directory.object("History")
        try page.window.choose("30 days", in: "Keep calls")
        try expectProperty(page, history, "RetentionDays", .uint32(30))
        try expectChoice(page, "Keep calls", "30 days")
        // Another program changes them.
        try history.call("SetRetentionDays", .uint32(90))
        try expectChoice(page, "Keep calls", "90 days")
        let (directory, region) = (page.directory.object(), "Country of numbers without a country code")
        try expectChoice(page, region, "Germany")
        try page.window.choose("Afghanistan", in: region)
        try expectProperty(page, directory, "Region", "AF")
        try expectChoice(page, region, "Afghanistan")
        try directory.call("SetRegion", "CH")
        try expectChoice(page, region, "Switzerland")
        // The desktop's own dialog for folders.
        try page.window.press("Add a Folder of Contacts")
        try page.window.press("Cancel")
        try directory.call("SetContactFolders", .array(of: "s", ["~/people"]))
        try page.window.press("Remove ~/people")
        try expectProperty(page, directory, "ContactFolders", .array(of: "s", []))
    }

    @Test func `A new rule has the callers and the verdict of the rows above its entry`() throws {
        let page = try open()
        try page.window.turnTo("Blocking")
        try page.window.choose("Numbers that begin with", in: "Callers")
        try page.window.choose("Rings without a sound", in: "What happens")
        try page.write("+49900", into: "Number, beginning, country or host")
        try page.window.press("Apply")
        try page.window.waitForButton("Remove +49900")
        let rule = try page.rules().first
        #expect(rule?["Kind"] == "prefix" && rule?["Verdict"] == "silence" && rule?["Pattern"] == "+49900")
    }

    // MARK: The window and the file

    private func open(prepare: (PageWindow) throws -> Void = { _ in }) throws -> PageWindow {
        let page = try PageWindow()
        try prepare(page)
        try page.window.desktop.set("")
        page.window.useSettingsOfDesktop()
        try page.window.open()
        try page.window.screen.type("ctrl+comma")
        try page.window.waitFor("Callers Who May Disturb")
        return page
    }

    private func expectFile(_ page: PageWindow, _ text: String) throws {
        _ = try page.window.wait("a file with \(text)") {
            let present = try String(contentsOf: page.window.desktop.settings, encoding: .utf8)
            return present == text ? true : nil
        }
    }

    private func expectProperty(_ page: PageWindow, _ object: BusObject, _ name: String, _ value: DBusValue) throws {
        _ = try page.window.wait("\(name) \(value)") { try object.get(name) == value ? true : nil }
    }

    private func expectSwitch(_ page: PageWindow, _ name: String, isOn: Bool) throws {
        _ = try page.window.wait("the switch \"\(name)\" that is \(isOn ? "on" : "off")") {
            try page.window.widgets().first { $0.isControl && $0.name == name && $0.isPressed == isOn }
        }
    }

    private func expectChoice(_ page: PageWindow, _ name: String, _ words: String) throws {
        let bus = page.window.screen.accessibility
        _ = try page.window.wait("\"\(words)\" in the row \"\(name)\"") {
            try bus.description(of: try page.window.row(name).node).withoutIsolation == words ? true : nil
        }
    }

    private func expectEntry(_ page: PageWindow, _ name: String, _ text: String) throws {
        _ = try page.window.wait("the text \"\(text)\" in \"\(name)\"") {
            try page.window.widgets().first { widget in
                try widget.isControl && widget.name == name
                    && page.window.screen.accessibility.text(of: widget.node) == text
            }
        }
    }
}
