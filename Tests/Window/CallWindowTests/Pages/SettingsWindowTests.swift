// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The settings, each in its own place.
@Suite(.serialized)
struct SettingsWindowTests {
    private func open(_ page: PageWindow) throws {
        try page.window.open()
        try page.window.screen.type("ctrl+comma")
        try page.window.waitFor("Callers Who May Disturb")
    }

    @Test func `A switch changes its line in the settings of the agent, and the rest of the file stays`() throws {
        let page = try PageWindow()
        try page.window.desktop.set("# Mine\n[DoNotDisturb]\n# Loud\nAllow=phone-number:+4930123456\n")
        page.window.useSettingsOfDesktop()
        try open(page)
        try page.window.waitFor("+4930123456")
        try page.window.checkWidgets()
        try page.window.screen.keepPicture("settings")
        try page.window.toggle("Repeated calls")
        try expect(page, has: "RepeatCallers=no")
        #expect(try text(page).contains("# Mine") && text(page).contains("# Loud"))
        try page.window.press("Remove +4930123456")
        try page.window.waitUntilGone("+4930123456")
        #expect(try !text(page).contains("Allow="))
        // The file is the only copy: a change of another program appears.
        try page.window.desktop.set("[DoNotDisturb]\nAllow=phone-number:+4930777777\n")
        try page.window.waitFor("+4930777777")
    }

    @Test(arguments: [false, true])
    func `A call comes to the front of the settings, also while another one goes on`(_ isInCall: Bool) throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.window.open()
        if isInCall {
            try app.talk(in: page.window)
            try page.window.waitForButton("End")
        }
        try page.window.activate("show-settings")
        try page.window.waitFor("Callers Who May Disturb")
        _ = try app.ring("+4930777777", "Grace")
        try page.window.waitUntilGone("Callers Who May Disturb")
        try page.window.waitForButton(isInCall ? "Hold & Answer" : "Answer")
    }

    @Test func `The settings that a call has closed can be opened and closed again`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.window.open()
        for caller in ["+4930123456", "+4930777777"] {
            try page.window.activate("show-settings")
            try page.window.waitFor("Callers Who May Disturb")
            let call = try app.ring(caller)
            try page.window.waitUntilGone("Callers Who May Disturb")
            try app.end(call)
        }
    }

    @Test func `A mistake in the settings of the agent is told with its line and its remedy`() throws {
        let page = try PageWindow()
        try page.window.desktop.set("[DoNotDisturb]\nRepeatCallers=perhaps\n")
        page.window.useSettingsOfDesktop()
        try open(page)
        let words = try page.window.waitFor("Correct line 2 of the file agent.conf.").name
        #expect(words.contains("Write yes or no."))
        try page.window.desktop.set("[DoNotDisturb]\nRepeatCallers=no\n")
        try page.window.waitUntilGone("Correct line 2")
    }

    private func text(_ page: PageWindow) throws -> String {
        try String(contentsOf: page.window.desktop.settings, encoding: .utf8)
    }

    private func expect(_ page: PageWindow, has line: String) throws {
        _ = try page.window.wait("\(line) in the file") { try text(page).contains(line) ? true : nil }
    }

    @Test func `Another program opens the settings with an action of the application`() throws {
        let page = try PageWindow()
        try page.window.open()
        let client = try BusClient(address: page.window.desktop.bus.address)
        let window = client.object("org.monkeycall.Phone", "/org/monkeycall/Phone", "org.freedesktop.Application")
        try window.call("ActivateAction", "show-settings", .array(of: "v", []), [:])
        try page.window.waitFor("Callers Who May Disturb")
    }

    @Test func `Do not disturb is the switch of the agent`() throws {
        let page = try PageWindow()
        try page.window.desktop.startAgent()
        try open(page)
        try page.window.toggle("Do not disturb")
        let client = try BusClient(address: page.window.desktop.bus.address)
        let agent = client.object("org.monkeycall.Agent", "/org/monkeycall/Agent", "org.monkeycall.Agent")
        _ = try page.window.wait("do-not-disturb") { try agent.get("DoNotDisturb") == true ? true : nil }
        try agent.call("SetDoNotDisturb", false, .uint64(0))
        _ = try page.window.wait("the switch to be off") {
            try page.window.widgets().first { $0.name == "Do not disturb" && $0.isControl && !$0.isPressed }
        }
    }

    @Test func `The lists in use are moved up and down, and the keyboard stays on the moved list`() throws {
        let page = try PageWindow()
        let lists = page.directory.object("Lists")
        for name in ["org.example.A", "org.example.B", "org.example.Off", "org.example.C"] {
            // The first load of a program adds its source.
            _ = try lists.error("BeginLoad", .string(name), false, [:])
            try lists.call("SetSourceEnabled", .string(name), .bool(name != "org.example.Off"))
        }
        try open(page)
        try page.window.turnTo("Blocking")
        try page.window.press("Move org.example.A down")
        try expectOrder(page, ["org.example.B", "org.example.A", "org.example.C"])
        _ = try page.window.wait("the focus on the moved list") {
            try page.window.widgets().first { $0.isCalled("Move org.example.A down") && $0.isFocused }
        }
        try page.window.screen.type("Return")
        try expectOrder(page, ["org.example.B", "org.example.C", "org.example.A"])
        try page.window.press("Move org.example.C up")
        try expectOrder(page, ["org.example.C", "org.example.B", "org.example.A"])
        #expect(try !page.window.shows("Move org.example.Off"))
    }

    /// Waits for an order of the enabled sources.
    private func expectOrder(_ page: PageWindow, _ names: [String]) throws {
        _ = try page.window.wait("the order \(names)") {
            let sources = try page.directory.object("Lists").call("ListSources").first?.elements ?? []
            return sources.filter { $0["Enabled"] == true }.map { $0["Name"]?.string } == names ? true : nil
        }
    }

    @Test func `Rules are added, shown and removed in the directory`() throws {
        let page = try PageWindow()
        try open(page)
        try page.window.turnTo("Blocking")
        try page.window.waitFor("Use rules and lists")
        try page.window.toggle("Block hidden numbers")
        _ = try page.window.wait("the rule") { try page.rules().first?["Kind"]?.string == "hidden" ? true : nil }
        try page.window.waitForButton("Remove Hidden numbers")
        try page.window.checkWidgets()
        try page.window.toggle("Block hidden numbers")
        _ = try page.window.wait("no rule") { try page.rules().isEmpty ? true : nil }
        try page.window.toggle("Use rules and lists")
        _ = try page.window.wait("the switch of the directory") {
            try page.directory.object("Lists").get("ScreensCalls") == false ? true : nil
        }
    }
}
