// SPDX-License-Identifier: MIT

import BridgeCore
import BusTesting
import CallBridge
import CallContract
import ConfigurationText
import Foundation
import Testing

/// The user's choice of sources.
struct BridgeSettingsTests {
    private func read(_ text: String) throws -> Set<String> {
        try BridgeSettings(text, sources: ["gnome-calls", "other"]).off
    }

    @Test func `Every source is on by default`() throws {
        #expect(try read("") == [])
        #expect(try read("[Sources]\ngnome-calls=on\n") == [])
    }

    @Test func `A source can be turned off`() throws {
        #expect(try read("# mine\n[Sources]\n gnome-calls = off\nother=on") == ["gnome-calls"])
    }

    @Test(arguments: [
        ("[Source]", 1, "There is no section [Source]. Use [Sources] or [ObservedApps]."),
        ("gnome-calls=off", 1, "gnome-calls= is in no section. Write [Sources] or [ObservedApps] before it."),
        ("[Sources]\ngnome=off", 2, "There is no source gnome. Use one of gnome-calls=, other=."),
        ("[Sources]\n+4930123456=off", 2, "There is no source …. Use one of gnome-calls=, other=."),
        ("[Sources]\nother=no", 2, "other= has a wrong value. Write on or off."),
        ("[Sources]\nother=on\nother=off", 3, "other= exists already in line 2. Remove one."),
    ])
    func `A mistake is named with its line`(text: String, line: Int, message: String) {
        #expect(throws: ConfigurationFault(line: line, message: message)) { try read(text) }
    }

    @Test func `Each key of the example is a source, and shows its default`() throws {
        let example = try String(contentsOf: Repository.file("docs/monkeycall-bridge.conf"), encoding: .utf8)
        let text = example.replacing(/(?m)^#([a-z-]+=)/) { $0.1 }
        #expect(text != example)
        let sources = SourceName.allCases.map(\.rawValue)
        let keys = text.matches(of: /(?m)^([a-z-]+)=/).map { String($0.1) }
        #expect(keys == sources)
        #expect(try BridgeSettings(text, sources: sources).off == [])
    }

    // MARK: Observed apps

    private func apps(_ text: String) throws -> ObservedAppList {
        try BridgeSettings(text, sources: ["observed-apps"]).observedApps
    }

    @Test func `The example shows each observed app with its programs`() throws {
        let example = try String(contentsOf: Repository.file("docs/monkeycall-bridge.conf"), encoding: .utf8)
        let lines = example.split(separator: "\n").filter { $0.wholeMatch(of: /#[A-Z][A-Za-z. ]*=.*/) != nil }
        let shown = lines.compactMap { line in
            let parts = line.dropFirst().split(separator: "=", maxSplits: 1)
            let programs = parts[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return ObservedApp(String(parts[0]), programs)
        }
        #expect(shown == ObservedAppList.defaultApps)
    }

    @Test func `The user adds an app, changes one and removes one`() throws {
        let apps = try apps("[ObservedApps]\nMy Phone=my-phone, org.example.Phone\nZoom=zoom2\nDiscord=\n")
        #expect(apps["my-phone"]?.name == "My Phone")
        #expect(apps["org.example.phone"]?.id == "my-phone")
        #expect(apps["zoom"] == nil)
        #expect(apps["zoom2"]?.name == "Zoom")
        #expect(apps["Discord"] == nil)
        #expect(apps["slack"]?.name == "Slack")
    }

    @Test func `A program that the user gives to another app leaves the earlier one`() throws {
        #expect(try apps("[ObservedApps]\nMine=zoom\n")["zoom"]?.name == "Mine")
    }

    @Test(arguments: [
        (
            "[ObservedApps]\n電話=x", 2,
            "電話= is no name of an app. Use a Latin letter or digit, and at most 100 characters."
        ),
        ("[ObservedApps]\nA B=x\na-b=y", 3, "a-b= exists already in line 2. Remove one."),
        ("[Apps]", 1, "There is no section [Apps]. Use [Sources] or [ObservedApps]."),
    ])
    func `A mistake in the list of apps is named with its line`(text: String, line: Int, message: String) {
        #expect(throws: ConfigurationFault(line: line, message: message)) { try apps(text) }
    }
}
