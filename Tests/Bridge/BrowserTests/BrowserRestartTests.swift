// SPDX-License-Identifier: MIT

import BrowserTesting
import BusTesting
import Testing

/// A real browser is killed during a meeting, and another one takes its place. No program can let the meeting go on.
/// `RestartTests` of `BridgeTests` kills the service and the host.
@Suite(.serialized, .daemonLogs) struct BrowserRestartTests {
    /// What the meeting does then.
    enum Moment: CaseIterable, Sendable {
        case active
        case held
        case muted
        /// The page was asked to leave, and has not left.
        case ending
    }

    @Test(arguments: TestedBrowser.installed, Moment.allCases)
    func `The meeting of a killed browser ends once in every state, and no later meeting is left muted or silent`(
        _ kind: TestedBrowser, _ moment: Moment
    ) throws {
        let scene = try MeetingScene(kind)
        try scene.startAgent()
        let other = try scene.startRecorder()
        let meeting = try scene.join()
        try bring(meeting, to: moment, scene, other)
        try scene.browser.crash()
        try scene.watch.noMeeting()
        let ended = try scene.watch.client.manager.call("ListEndedCalls").first?.elements ?? []
        #expect(ended.map { $0["Call"]?.string } == [meeting])

        let page = try PageServer(MeetingPage.html)
        let browser = try Browser(kind, page, environment: scene.sound.environment)
        try page.run("join()")
        #expect(try scene.watch.meeting("active") { $0["Muted"] == false && $0["HasAudio"] == true } != meeting)
        #expect(try scene.watch.calls().count == 1)
        #expect(try page.run("[sent(), received()]") == "[true,true]")
        try scene.sound.waitUntilMutes(false, allBut: other)
        try scene.expectSound(true)
        withExtendedLifetime(browser) {}
    }

    /// The server remembers that it muted a stream of the browser.
    private func bring(
        _ meeting: String, to moment: Moment, _ scene: MeetingScene, _ other: ChildProcess
    ) throws {
        switch moment {
        case .active: try scene.sound.waitUntilMutes(false, allBut: other)
        case .held:
            try scene.ask("SetHeld", meeting, true)
            try scene.watch.meeting("held")
            try scene.sound.waitUntilMutes(true, allBut: other)
        case .muted:
            try scene.ask("SetMuted", meeting, true)
            try scene.watch.meeting("active") { $0["Muted"] == true }
            try scene.sound.waitUntilMutes(true, allBut: other)
        case .ending:
            scene.browser.pause()
            try scene.ask("End", meeting)
        }
    }
}
