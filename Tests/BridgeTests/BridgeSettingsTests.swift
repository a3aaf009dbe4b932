// SPDX-License-Identifier: MIT

import BusTesting
import CallBridge
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
        ("[Source]", 1, "There is no section [Source]. Use [Sources]."),
        ("gnome-calls=off", 1, "gnome-calls= is in no section. Write [Sources] before it."),
        ("[Sources]\ngnome=off", 2, "There is no source gnome. Use one of gnome-calls=, other=."),
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
        let sources = ["gnome-calls", "pipewire-telephony", "modem-manager", "ofono"]
        #expect(try BridgeSettings(text, sources: sources).off == [])
    }
}
