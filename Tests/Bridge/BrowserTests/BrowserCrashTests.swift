// SPDX-License-Identifier: MIT

import BrowserTesting
import BusTesting
import Testing

/// A real browser, or the extension in it, ends during a meeting.
@Suite(.serialized, .enabled(if: !TestedBrowser.installed.isEmpty, "needs chromium or firefox-esr"))
struct BrowserCrashTests {
    @Test(arguments: TestedBrowser.installed)
    func `The call of a browser that crashes ends as failed, and the call that was held for it stays held`(
        _ kind: TestedBrowser
    ) throws {
        let scene = try MeetingScene(kind)
        let phone = try scene.stage.app("Phone")
        try phone.activeCall("A")
        try scene.page.run("join()")
        try phone.fulfill(after: "PerformSetHeldCallAction")
        let meeting = try scene.watch.meeting("active")
        try scene.browser.crash()
        try scene.watch.noMeeting()
        let ended = try scene.watch.client.manager.call("ListEndedCalls").first?.elements ?? []
        #expect(ended.map { [$0["Call"], $0["EndedReason"]] } == [[.string(meeting), "failed"]])
        let other = try scene.watch.calls()[UUIDs.text("A")]
        #expect(other?["State"] == "held" && other?["PendingAction"] == "")
    }

    @Test(.enabled(if: TestedBrowser.installed.contains(.chromium), "needs chromium"))
    func `When Chromium ends the worker of the extension, a muted meeting goes on muted and is listed again`() throws {
        let scene = try MeetingScene(.chromium, isRemote: true)
        let options = try scene.browser.openOptions()
        let first = try scene.join()
        try scene.ask("SetMuted", first, true)
        try scene.watch.meeting("active") { $0["Muted"] == true }
        try options.stopWorker()
        try scene.watch.meeting("active") { $0["UUID"] != .string(first) && $0["Muted"] == true }
        #expect(try scene.watch.calls().count == 1)
        #expect(try scene.page.run("[near.connectionState, sent(), received()]") == #"["connected",false,true]"#)
        try scene.ask("SetMuted", scene.watch.meeting("active"), false)
        try scene.watch.meeting("active") { $0["Muted"] == false }
        #expect(try scene.page.run("sent()") == "true")
    }
}
