// SPDX-License-Identifier: MIT

import AgentSettings
import BusTesting
import CallInterface
import ConfigurationText
import Foundation
import SDBus
import Testing

@testable import SessionAgent

/// The values that the settings file sets.
struct SettingsTests {
    @Test func `Each key of the settings file has its field`() throws {
        var expected = Settings()
        expected.ringDevices = ["alsa_output.usb 1", "speaker"]
        (expected.ringtone, expected.ringVolume, expected.ringFadeIn) = ("bell", 40, 15_000_000)
        expected.ringTimeout = 90_000_000
        expected.pausePlayers = .ring
        expected.leftPlayers = ["mpd", "firefox.instance_1-2"]
        expected.resumePlayers = .after(5_000_000)
        expected.duckOthers = 0
        expected.leftOutputs.names = ["raop_sink.Kitchen*", "hdmi"]
        expected.warnWhenMuted = true
        expected.callAudio = false
        expected.headsetButtons = false
        expected.mediaKeys = false
        expected.headsetRest = 60_000_000
        expected.headsetDial = .allow
        expected.shortcutKeys = true
        expected.autoResume = true
        expected.whileInCall = .busy
        expected.autoAnswer = [Handle(kind: .phoneNumber, value: "+4930111")]
        expected.autoAnswerWhenLocked = true
        expected.hooks = true
        expected.doNotDisturbRefuses = false
        expected.linkTimeout = 30_000_000
        expected.doNotDisturbAllow = [
            Handle(kind: .phoneNumber, value: "+4930123456"), Handle(kind: .generic, value: "sip:ada@x, y"),
        ]
        expected.doNotDisturbRelations = [.contact, .favourite]
        expected.repeatCallers = false
        expected.defaultProviders = [.phoneNumber: "org.example.A", .emailAddress: "b", .generic: "c-1_2"]
        expected.showCallerWhenLocked = .no
        expected.answerWhenLocked = false
        expected.opensWindow = true
        let text = """
            [Ringing]
            Device = alsa_output.usb 1
            Device=speaker
            Device=speaker
            Ringtone=bell
            Volume=40%
            FadeIn=15s
            Timeout=1min 30s
            [Audio]
            PausePlayers=ring
            LeavePlayer=mpd
            LeavePlayer=firefox.instance_1-2
            ResumePlayers=5s
            DuckOthers=0%
            LeaveOutput=raop_sink.Kitchen*
            LeaveOutput=hdmi
            WarnWhenMuted=yes
            CallAudio=no
            [Headsets]
            Buttons=no
            MediaKeys=no
            RestAfter=1min
            Dial=allow
            ShortcutKeys=yes
            [Calls]
            AutoResume=yes
            WhileInCall=busy
            AutoAnswer=phone-number:+4930111
            Hooks=yes
            [Links]
            Timeout=30s
            [DefaultProviders]
            phone-number=org.example.A
            email-address=b
            generic=c-1_2
            [DoNotDisturb]
            Allow=phone-number:+4930123456
            Allow=generic: sip:ada@x, y
            Allow=contacts
            Refuse=no
            RepeatCallers=no
            [Screen]
            ShowCallerWhenLocked=no
            AnswerWhenLocked=no
            AutoAnswerWhenLocked=yes
            [Window]
            OpenForCalls=yes
            """
        #expect(try Settings(text) == expected)
        #expect(Mirror(reflecting: expected).children.count == 31)
        for (changed, unchanged) in zip(
            Mirror(reflecting: expected).children, Mirror(reflecting: Settings()).children)
        {
            #expect("\(changed.value)" != "\(unchanged.value)", "\(changed.label ?? "") is not tested")
        }
    }

    @Test func `Changed settings are written as the file reads them, and the rest of the file stays`() throws {
        let text = "# Mine\n[Ringing]\n# Loud\nTimeout=90s\n\n[DoNotDisturb]\nAllow=favourites\nAllow=generic:ada\n"
        let old = try Settings(text)
        var new = old
        (new.ringTimeout, new.autoResume, new.duckOthers) = (0, true, 50)
        new.doNotDisturbRelations = [.contact, .favourite]
        new.defaultProviders = [.phoneNumber: "org.example.A"]
        let changed = old.text(text, changedTo: new)
        #expect(try Settings(changed) == new)
        for line in ["# Mine", "# Loud", "Allow=contacts", "Allow=generic:ada"] { #expect(changed.contains(line)) }
        #expect(new.text(changed, changedTo: new) == changed)
        // Back again: a setting that was in the file is there once, with its old value.
        #expect(try Settings(new.text(changed, changedTo: old)) == old)
    }

    @Test func `Players resume at once, later or never, as the file says`() throws {
        for (text, value) in [
            ("yes", Settings.ResumePlayers.atOnce), ("no", .never), ("5s", .after(5_000_000)),
            ("10", .after(10_000_000)),
        ] {
            var expected = Settings()
            expected.resumePlayers = value
            let settings = try Settings("[Audio]\nResumePlayers=\(text)")
            #expect(settings == expected)
            #expect(try Settings(Settings().text("", changedTo: settings)) == settings)
        }
    }

    @Test func `An entry of the window has all names of a list`() throws {
        var settings = Settings()
        settings.leftPlayersText = " mpd,vlc ,"
        #expect(settings.leftPlayers == ["mpd", "vlc"] && settings.leftPlayersText == "mpd, vlc")
        settings.leftPlayersText = ""
        #expect(settings.leftPlayers == [])
    }

    @Test func `Favourites may ring during do-not-disturb without the other contacts`() throws {
        #expect(try Settings("[DoNotDisturb]\nAllow=favourites").doNotDisturbRelations == [.favourite])
    }

    @Test func `Timeout=never means no timeout`() throws {
        #expect(try Settings("[Ringing]\nTimeout=never").ringTimeout == 0)
        #expect(try Settings("[Links]\nTimeout=never").linkTimeout == 0)
    }

    @Test(arguments: [
        ("Hello", 1, "Write [SECTION], KEY=VALUE, or a comment that begins with # or ;."),
        (
            "Device=x", 1,
            "Device= is in no section. Write one of [Ringing], [Audio], [Headsets], [Calls], [Links], [DoNotDisturb], "
                + "[Screen], [Window], [DefaultProviders] before it."
        ),
        (
            "\n[Sound]", 2,
            "There is no section [Sound]. Use one of [Ringing], [Audio], [Headsets], [Calls], [Links], [DoNotDisturb], "
                + "[Screen], [Window], [DefaultProviders]."
        ),
        (
            "[DoNotDisturb]\n+4930123456=yes", 2,
            "There is no key …= in [DoNotDisturb]. Use one of Refuse=, RepeatCallers=, Allow=."
        ),
        (
            "ada@example.org=yes", 1,
            "…= is in no section. Write one of [Ringing], [Audio], [Headsets], [Calls], [Links], [DoNotDisturb], "
                + "[Screen], [Window], [DefaultProviders] before it."
        ),
        (
            "[+4930123456]", 1,
            "There is no section […]. Use one of [Ringing], [Audio], [Headsets], [Calls], [Links], [DoNotDisturb], "
                + "[Screen], [Window], [DefaultProviders]."
        ),
        ("[Audio]\n[Calls]\n[Audio]", 3, "[Audio] exists already in line 1. Remove one."),
        (
            "[Ringing]\ndevice=x", 2,
            "There is no key device= in [Ringing]. Use one of Device=, Ringtone=, Timeout=, Volume=, FadeIn=."
        ),
        (
            "[Ringing]\nVolume=0%", 2,
            "Volume= has a wrong value. Write 1% to 100%, where 100% leaves it to the mixer."
        ),
        (
            "[Ringing]\nRingtone=../bell", 2,
            "Ringtone= has a wrong value. Write the name of a sound without its ending, such as bell."
        ),
        (
            "[Ringing]\nRingtone=", 2,
            "Ringtone= has a wrong value. Write the name of a sound without its ending, such as bell."
        ),
        (
            "[Ringing]\nFadeIn=61s", 2,
            "FadeIn= has a wrong value. Write 600, 5s, 10min or 1h 30min: from 1ms to 24h, in ms, s (also without a "
                + "unit), min and h. 1min at most. Or write no."
        ),
        (
            "[Ringing]\nDevice=a\nDevice=b\nDevice=c\nDevice=d\nDevice=e", 6,
            "Device= has a wrong value. Write the name of a sink, as pactl list short sinks shows it; 4 at most."
        ),
        (
            "[Screen]\nDevice=x", 2,
            "There is no key Device= in [Screen]. Use one of ShowCallerWhenLocked=, AnswerWhenLocked=, "
                + "AutoAnswerWhenLocked=."
        ),
        ("[Calls]\nAutoResume=no\n\nAutoResume=no", 4, "AutoResume= exists already in line 2. Remove one."),
        (
            "[Screen]\nShowCallerWhenLocked=maybe", 2,
            "ShowCallerWhenLocked= has a wrong value. Write yes, no or desktop."
        ),
        ("[Calls]\nAutoResume=maybe", 2, "AutoResume= has a wrong value. Write yes or no."),
        ("[Calls]\nWhileInCall=loud", 2, "WhileInCall= has a wrong value. Write soft, silent or busy."),
        (
            "[Calls]\nAutoAnswer=contacts", 2,
            "AutoAnswer= has a wrong value. Write phone-number:, email-address: or generic: and the value, such as "
                + "phone-number:+4930123456."
        ),
        (
            "[Audio]\nPausePlayers=always", 2,
            "PausePlayers= has a wrong value. Write call, ring or never."
        ),
        (
            "[Audio]\nLeavePlayer=a player", 2,
            "LeavePlayer= has a wrong value. Write the name of a player, as playerctl --list-all shows it; 64 at most."
        ),
        (
            "[Audio]\nResumePlayers=never", 2,
            "ResumePlayers= has a wrong value. Write yes, no or a time. Write 600, 5s, 10min or 1h 30min: from 1ms to 24h, "
                + "in ms, s (also without a unit), min and h."
        ),
        (
            "[Audio]\nLeaveOutput=*", 2,
            "LeaveOutput= has a wrong value. Write the name of a sink, as pactl list short sinks shows it, or its beginning "
                + "and *; 64 at most."
        ),
        (
            "[DefaultProviders]\nphone-number=+4930123456", 2,
            "phone-number= has a wrong value. Write the app's identifier, such as org.example.Phone; monkeycall "
                + "providers shows the running apps."
        ),
        (
            "[DoNotDisturb]\nAllow=+4930123456", 2,
            "Allow= has a wrong value. Write contacts, favourites, or phone-number:, email-address: or generic: and the value, such as "
                + "phone-number:+4930123456."
        ),
    ])
    func `A mistake in the settings is reported with its line`(_ text: String, _ line: Int, _ message: String) {
        let fault = #expect(throws: ConfigurationFault.self) { try Settings(text) }
        #expect(fault?.line == line && fault?.message == message)
    }

    @Test(arguments: ["30", "101%", "-1%", "+1%", "%", "%1", "1%%", "3 %", "٣%", "99999999999%"])
    func `DuckOthers accepts only percentages from 0% to 100%`(_ text: String) {
        #expect(throws: ConfigurationFault.self) { try Settings("[Audio]\nDuckOthers=\(text)") }
    }

    @Test func `The settings refuse every value that the service would refuse`() throws {
        let many = (0...1_000).map { "Allow=generic:\($0)\n" }.joined()
        let long = String(repeating: "x", count: 1_025)
        for text in [
            "[DoNotDisturb]\n" + many, "[DoNotDisturb]\nAllow=generic:" + long, "[DoNotDisturb]\nAllow=generic:a\0b",
            "[DefaultProviders]\ngeneric=" + long, "[DoNotDisturb]\nAllow=generic:", "[DoNotDisturb]\nAllow=tel:1",
        ] {
            #expect(throws: ConfigurationFault.self) { try Settings(text) }
        }
        let desktop = try Desktop()
        let allowed = (1...1_000).map { "Allow=generic:\($0)\n" }.joined()
        try desktop.set(
            "[Ringing]\nTimeout=24h\n[DefaultProviders]\ngeneric=\(long.dropFirst())\n[DoNotDisturb]\n" + allowed)
        // The agent becomes the primary shell, so the service has accepted these settings.
        try desktop.startAgent()
    }

    @Test func `The example of the settings has every key with its default, and the page of the desktop has it too`()
        throws
    {
        let text = try String(contentsOf: Repository.file("docs/monkeycall-agent.conf"), encoding: .utf8)
        #expect(try Settings(text) == Settings())
        let lines = text.split(separator: "\n").map { $0.hasPrefix("# ") ? $0 : $0.drop { $0 == "#" } }
        #expect(try Settings(lines.joined(separator: "\n")) == Settings())
        // The example has every key. Keys without a default may occur anywhere in its text.
        let keys = [
            "Device", "Ringtone", "Volume", "FadeIn", "Timeout", "PausePlayers", "ResumePlayers", "DuckOthers",
            "WarnWhenMuted", "CallAudio", "Buttons", "Dial", "RestAfter", "ShortcutKeys", "AutoResume", "WhileInCall",
            "Hooks", "Refuse", "RepeatCallers", "ShowCallerWhenLocked", "AnswerWhenLocked", "AutoAnswerWhenLocked",
            "OpenForCalls",
        ]
        for key in keys { #expect(lines.contains { $0.hasPrefix(key + "=") }) }
        let table = try String(contentsOf: Repository.file("docs/DESKTOP.md"), encoding: .utf8)
        for key in keys + ["LeavePlayer", "LeaveOutput", "Allow", "AutoAnswer"] {
            #expect(table.contains("| `\(key)` |"))
        }
        for word in [
            "LeavePlayer=", "LeaveOutput=", "Allow=", "AutoAnswer=", "phone-number=", "email-address", "generic",
        ] {
            #expect(text.contains(word))
        }
    }
}
