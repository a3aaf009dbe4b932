// SPDX-License-Identifier: MIT

import BrowserTesting
import BusTesting
import Foundation
import Testing

/// The options page of the extension in real browsers.
@Suite(.serialized, .enabled(if: !TestedBrowser.installed.isEmpty, "needs chromium or firefox-esr"))
struct OptionsTests {
    private static let site = "http://localhost/*"

    private static func box(_ site: String) -> String { "input[value=\"\(site)\"]" }

    /// Waits until the extension works on a site, or does not: its worker changes that after the options page.
    private func wait(for site: String, _ isOn: Bool, in options: any ExtensionPage) throws {
        try options.wait(
            until: """
                (await chrome.scripting.getRegisteredContentScripts())
                  .filter(({ matches }) => matches.includes("\(site)")).length === \(isOn ? 2 : 0)
                """)
    }

    /// Loads the page again, and expects the extension in it, or not.
    private func expect(_ isWatched: Bool, on page: PageServer, at address: String? = nil) throws {
        try page.run(address.map { "reload('\($0)')" } ?? "reload()")
        #expect(try page.run("isWatched()") == "\(isWatched)")
    }

    @Test(arguments: TestedBrowser.installed)
    func `A meeting on a site that the user switched off is no call, and it is one again after the site is switched on`(
        _ kind: TestedBrowser
    ) throws {
        let scene = try MeetingScene(kind, isRemote: true)
        let options = try scene.browser.openOptions()
        try options.clickWhenShown(Self.box(Self.site))
        try wait(for: Self.site, false, in: options)
        try expect(false, on: scene.page)
        try scene.page.run("join()")
        #expect(try scene.page.run("[sent(), received()]") == "[true,true]")
        #expect(try scene.watch.calls().isEmpty)

        // The next options page shows the user's choice.
        try options.load()
        try options.wait(until: "document.querySelector('\(Self.box(Self.site))')?.checked === false")
        try options.click(Self.box(Self.site))
        try wait(for: Self.site, true, in: options)
        try expect(true, on: scene.page)
        try scene.join()
        #expect(try scene.watch.calls().count == 1)
        #expect(try scene.watch.client.manager.call("ListEndedCalls").first?.elements?.isEmpty == true)
    }

    @Test(arguments: TestedBrowser.installed)
    func `Two sites that are switched off at once are both off, and the keyboard stays on the last one`(
        _ kind: TestedBrowser
    ) throws {
        let scene = try MeetingScene(kind, isRemote: true)
        let options = try scene.browser.openOptions()
        let other = "https://meet.jit.si/*"
        try options.wait(until: "document.querySelector('\(Self.box(other))')")
        try options.run(
            """
            for (const site of ["\(Self.site)", "\(other)"]) {
              const box = document.querySelector(`input[value="${site}"]`);
              box.focus();
              box.click();
            }
            """)
        for site in [Self.site, other] { try wait(for: site, false, in: options) }
        #expect(try options.run("return document.activeElement.value") == "\"\(other)\"")
        let off = "return [...document.querySelectorAll('#sites input:not(:checked)')].map(({ value }) => value)"
        #expect(try options.run(off) == #"["\#(Self.site)","\#(other)"]"#)
    }

    @Test(arguments: TestedBrowser.installed)
    func `The options page says that a text is not the address of a site`(_ kind: TestedBrowser) throws {
        let scene = try MeetingScene(kind, isRemote: true)
        let options = try scene.browser.openOptions()
        try options.type("two words", into: "#site")
        try options.click("form button")
        try options.wait(until: "document.getElementById('problem').textContent.includes('not the address')")
    }

    @Test(arguments: TestedBrowser.installed)
    func `The options page says that the user has turned the calls of browsers off, and a meeting is no call`(
        _ kind: TestedBrowser
    ) throws {
        let scene = try MeetingScene(kind, isRemote: true, settings: "[Sources]\nbrowsers=off\n")
        let options = try scene.browser.openOptions()
        #expect(try options.run("return document.getElementById('disabled').hidden") == "true")
        try scene.page.run("join()")
        try options.wait(until: "!document.getElementById('disabled').hidden")
        #expect(try scene.page.run("[near.connectionState, sent(), received()]") == #"["connected",true,true]"#)
        #expect(try scene.watch.calls().isEmpty)
        #expect(try scene.watch.client.manager.call("ListEndedCalls").first?.elements?.isEmpty == true)
    }

    /// The user of Firefox allows the site without a question. Chromium asks in a window that no test can reach.
    @Test(.enabled(if: TestedBrowser.installed.contains(.firefox), "needs firefox-esr"))
    func `The user adds a site and removes it, and a site that is added again is on`() throws {
        let scene = try MeetingScene(.firefox, isRemote: true)
        let options = try scene.browser.openOptions()
        let (site, address) = ("http://127.0.0.1/*", "http://127.0.0.1:\(scene.page.port)/")
        func add() throws {
            try options.type("http://127.0.0.1", into: "#site")
            try options.click("form button")
            try options.wait(until: "document.querySelector('\(Self.box(site))')?.checked")
        }
        try expect(false, on: scene.page, at: address)
        try add()
        try wait(for: site, true, in: options)
        try expect(true, on: scene.page)
        let call = try scene.join()
        let properties = try scene.watch.calls()[call]
        #expect(properties?["RemoteHandle"]?.elements?.map(\.string) == ["generic", "127.0.0.1"])

        try options.click(Self.box(site))
        try wait(for: site, false, in: options)
        try options.click("button[value=\"\(site)\"]")
        try options.wait(until: "!document.querySelector('\(Self.box(site))')")
        try expect(false, on: scene.page)
        try add()
        try wait(for: site, true, in: options)
    }
}
