// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The bar above the pages and the page of health.
@Suite(.serialized)
struct HealthTests {
    private static let silence = "Calls do not ring here"

    @Test(arguments: PhoneWindow.widths)
    func `A bar says on every page that nothing rings, until an agent comes`(width: Int) throws {
        let page = try PageWindow(width: width)
        let window = page.window
        try window.open()
        for kind in PageWindow.Page.allCases {
            try page.show(kind)
            try window.waitFor(Self.silence)
        }
        // Without a manager of services the user starts it.
        try window.waitFor("Start monkeycall-agent at each login.")
        try window.checkWidgets()
        try window.expectTree()
        try window.screen.keepPicture("bar-\(width)")
        try window.desktop.startAgent(environment: window.desktop.bus.withoutSound)
        try window.waitUntilGone(Self.silence)
        try window.desktop.killAgent()
        try window.waitFor(Self.silence)
    }

    @Test func `The bar tells what the agent cannot do, and do-not-disturb, which it turns off`() throws {
        let page = try PageWindow()
        let (window, desktop) = (page.window, page.window.desktop)
        try desktop.startAgent(environment: desktop.bus.withoutSound)
        try window.open()
        try window.waitFor("no program shows notifications")
        try window.screen.home.start(["dunst"], owning: "org.freedesktop.Notifications")
        try window.waitUntilGone("no program shows notifications")
        let client = try BusClient(address: desktop.bus.address)
        let agent = client.object("org.monkeycall.Agent", "/org/monkeycall/Agent", "org.monkeycall.Agent")
        try agent.call("SetDoNotDisturb", true, .uint64(0))
        try window.waitFor("Do Not Disturb is on, so calls do not ring.")
        try window.press("Turn Off")
        _ = try window.wait("the end of do-not-disturb") { try agent.get("DoNotDisturb") == false ? true : nil }
        try window.waitUntilGone("Do Not Disturb is on, so calls do not ring.")
    }

    @Test func `The bar says that the service has gone, and its button says what is missing`() throws {
        let page = try PageWindow()
        try page.window.open()
        try page.window.waitFor(Self.silence)
        try page.window.desktop.daemon.kill9()
        try page.window.waitFor("MonkeyCall does not run")
        // No file tells this bus how to start the service.
        try page.window.press("Start")
        try page.window.waitFor("Install the package monkeycall.")
    }

    @Test func `The window starts what the next login would start, and its button starts the rest`() throws {
        let page = try PageWindow()
        let window = page.window
        let manager = try BusClient(address: window.desktop.bus.address)
        try manager.requestName("org.freedesktop.systemd1")
        try window.open()
        func answer(_ member: String, _ unit: String, _ reply: DBusValue) throws {
            let call = try manager.waitForCall(member)
            #expect(call.arguments.first?.string == unit)
            try manager.reply(to: call, [reply])
        }
        try answer("GetUnitFileState", "monkeycall-agent.service", "enabled")
        try answer("GetUnitFileState", "monkeycall-bridge.service", "disabled")
        try answer("StartUnit", "monkeycall-agent.service", .path("/org/freedesktop/systemd1/job/1"))
        try window.desktop.startAgent(environment: window.desktop.bus.withoutSound)
        try window.activate("show-health")
        try window.waitFor("Calls ring here")
        manager.drain()
        #expect(!manager.methodCalls.contains { $0.member == "StartUnit" }, "the user has switched the bridge off")
        try window.checkWidgets()
        try window.expectTree()
        try window.screen.keepPicture("health")
        try window.press("Start")
        try answer("StartUnit", "monkeycall-bridge.service", .path("/org/freedesktop/systemd1/job/2"))
    }

    @Test func `About has what a report of a problem needs`() throws {
        let page = try PageWindow()
        try page.window.open()
        try page.window.activate("about")
        try page.window.waitFor("Troubleshooting")
    }
}
