// SPDX-License-Identifier: MIT

import BrowserTesting
import BusTesting
import Foundation
import Testing

/// Real browsers with a real microphone, and an ordinary page.
@Suite(.serialized, .enabled(if: !TestedBrowser.installed.isEmpty, "needs chromium or firefox-esr"))
struct MeetingTests {
    @Test(arguments: TestedBrowser.installed)
    func `A meeting in a page is a call with the title of the page until the page leaves it`(_ kind: TestedBrowser)
        throws
    {
        let scene = try MeetingScene(kind)
        let call = try scene.join()
        let properties = try scene.watch.calls()[call]
        #expect(properties?["LocalizedCallerName"]?.string == MeetingPage.title)
        #expect(properties?["RemoteHandle"]?.elements?.map(\.string) == ["generic", "localhost"])
        #expect(properties?["Outgoing"]?.bool == true && properties?["HasAudio"]?.bool == true)
        let provider = properties?["Provider"]?.string ?? ""
        #expect(
            provider.hasPrefix(kind == .chromium ? "org.chromium.Chromium.profile-" : "org.mozilla.firefox.profile-"))
        try scene.expectSound(true)
        try scene.page.run("document.title = 'Retrospective'")
        try scene.watch.meeting("active") { $0["LocalizedCallerName"]?.string == "Retrospective" }
        // A limit of 200 characters of JavaScript would cut the last one in half.
        try scene.page.run("document.title = 'a'.repeat(199) + '\u{1F600}'")
        try scene.watch.meeting("active") {
            $0["LocalizedCallerName"]?.string == String(repeating: "a", count: 100)
        }
        try scene.page.run("leave()")
        try scene.watch.noMeeting()
        // The next meeting of the tab is another call.
        #expect(try scene.join() != call)
    }

    @Test(arguments: TestedBrowser.installed)
    func `Another app's call holds a meeting in both directions, and the meeting resumes when that call ends here`(
        _ kind: TestedBrowser
    ) throws {
        let scene = try MeetingScene(kind)
        let phone = try scene.stage.app("Phone")
        let meeting = try scene.join()
        try phone.ring("A")
        try scene.ask("Answer", UUIDs.text("A"))
        try phone.fulfill(after: "PerformAnswerCallAction")
        try scene.watch.meeting("held") { $0["HeldFor"]?.string == UUIDs.text("A") }
        #expect(try scene.page.run("[sent(), received()]") == "[false,false]")
        try scene.expectSound(false)
        // The page's own mute button neither ends the hold nor notices it.
        #expect(try scene.page.run("microphone.enabled") == "true")
        try scene.page.run("microphone.enabled = false")
        #expect(try scene.page.run("microphone.enabled = true; [microphone.enabled, sent()]") == "[true,false]")
        try scene.ask("End", UUIDs.text("A"))
        try phone.fulfill(after: "PerformEndCallAction")
        #expect(try scene.watch.meeting("active") == meeting)
        #expect(try scene.page.run("[sent(), received()]") == "[true,true]")
        try scene.expectSound(true)
    }

    @Test(arguments: TestedBrowser.installed)
    func `A muted meeting sends no sound and goes on receiving`(_ kind: TestedBrowser) throws {
        let scene = try MeetingScene(kind)
        let call = try scene.join()
        try scene.ask("SetMuted", call, true)
        try scene.watch.meeting("active") { $0["Muted"]?.bool == true }
        #expect(try scene.page.run("[sent(), received()]") == "[false,true]")
        try scene.ask("SetMuted", call, false)
        try scene.watch.meeting("active") { $0["Muted"]?.bool == false }
        #expect(try scene.page.run("sent()") == "true")
    }

    @Test(arguments: TestedBrowser.installed)
    func `The end of a meeting's call is the page's own way to leave, and the page without one loses its connection`(
        _ kind: TestedBrowser
    ) throws {
        let scene = try MeetingScene(kind)
        try scene.ask("End", scene.join())
        try scene.watch.noMeeting()
        #expect(try scene.page.run("[left, near.connectionState]") == #"[1,"closed"]"#)
        try scene.page.run("reload()")
        try scene.page.run("join({ handler: false })")
        try scene.ask("End", scene.watch.meeting("active"))
        try scene.watch.noMeeting()
        #expect(try scene.page.run("[left, near.connectionState]") == #"[0,"closed"]"#)
    }

    @Test(arguments: TestedBrowser.installed)
    func `A meeting that would end another call stays connected and silent until the user resumes it`(
        _ kind: TestedBrowser
    ) throws {
        let scene = try MeetingScene(kind)
        let phone = try scene.stage.app("Phone")
        try phone.activeCall("A", ["SupportsHolding": false])
        let meeting = try scene.join("held")
        try scene.page.run("until(() => !sent() && !received())")
        #expect(try scene.page.run("near.connectionState") == #""connected""#)
        #expect(try scene.watch.calls()[UUIDs.text("A")]?["State"]?.string == "active")
        try phone.reportEnded("A")
        try scene.ask("SetHeld", meeting, false)
        try scene.watch.meeting("active")
        #expect(try scene.page.run("[sent(), received()]") == "[true,true]")
        try scene.expectSound(true)
    }

    @Test(arguments: TestedBrowser.installed)
    func `A killed host hangs up no meeting, and the next one lists it again`(_ kind: TestedBrowser) throws {
        let scene = try MeetingScene(kind)
        let first = try scene.join()
        let host = try #require(try Self.process(of: scene, first))
        kill(pid_t(host), SIGKILL)
        try scene.watch.wait { calls in calls[first] == nil || calls[first]?["State"]?.string == "ended" }
        try scene.watch.meeting("active")
        #expect(try scene.page.run("near.connectionState") == #""connected""#)
        try scene.page.run("until(() => sent() && received())")
    }

    /// The process of the provider of a call.
    private static func process(of scene: MeetingScene, _ call: String) throws -> Int? {
        let path = try scene.watch.calls()[call]?["ProviderObject"]?.string ?? ""
        return try scene.watch.client.provider(at: path).get("ProcessID").int
    }
}
