// SPDX-License-Identifier: MIT

import BrowserTesting
import BusTesting

/// A user's machine: the service, a sound server with a microphone that hears a tone, and a browser on a page with a
/// meeting.
final class MeetingScene {
    let stage: Stage
    let sound: SoundServer
    let page: PageServer
    let watch: CallWatch
    let browser: Browser
    private let tone: ChildProcess
    private var agent: ChildProcess?

    /// With `isRemote`, the test can open the options of the extension. `settings` is the text of the user's file
    /// `bridge.conf`.
    init(_ kind: TestedBrowser, isRemote: Bool = false, settings: String? = nil) throws {
        stage = try Stage()
        sound = try SoundServer(on: stage.bus, .pulseAudio)
        try sound.addMicrophone()
        try sound.setDefault("speaker")
        try sound.pactl("set-default-source", "mic")
        // With this role an agent does not make the sound for the microphone quieter during a call.
        tone = try sound.play(on: "headset", ["--property=media.role=a11y"])
        watch = try CallWatch(stage.daemon)
        page = try PageServer(MeetingPage.html)
        browser = try Browser(kind, page, environment: sound.environment, isRemote: isRemote, settings: settings)
    }

    /// Starts the agent of the user, which mutes streams.
    func startAgent() throws {
        agent = try ChildProcess(
            [Product.path("monkeycall-agent"), "--call-bus", stage.bus.address, "--settings", "/dev/null"],
            environment: sound.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 })
        while try watch.client.audio().get("HasShell") != true { _ = try watch.client.nextSignal() }
    }

    /// Another program that records from the same microphone.
    func startRecorder() throws -> ChildProcess {
        try ChildProcess(["parec", "-d", "mic", "--raw", "/dev/null"], environment: sound.environment)
    }

    /// Lets the page join the meeting, and returns the call's id.
    @discardableResult
    func join(_ state: String = "active") throws -> String {
        try page.run("join()")
        return try watch.meeting(state)
    }

    /// Requests an action on a call, as a shell does.
    func ask(_ member: String, _ call: String, _ arguments: DBusValue...) throws {
        _ = try watch.client.call(
            DaemonUnderTest.busName, watch.client.path(of: call), CallName.call, member, arguments)
    }

    /// Waits until the loudspeaker plays what the microphone hears, or is silent.
    func expectSound(_ isAudible: Bool) throws {
        try sound.waitForLevel(on: "speaker", isAudible ? 0.05..<1 : 0..<0.001, lasting: 2)
    }
}
