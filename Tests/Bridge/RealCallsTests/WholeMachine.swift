// SPDX-License-Identifier: MIT

import BrowserTesting
import BusTesting
import Foundation
import HeadsetReports
import HeadsetTesting
import ModemTesting
import SipTesting
import Testing

/// Alice's machine with everything that can have calls: the service, the bridge of the machine with ModemManager and a
/// modem, her own bridge, her agent with a headset, a browser with the extension, and a SIP phone. All are real
/// programs under their real accounts, on one system bus and on one session bus. The modem and the headset are
/// simulated.
///
/// Ada calls the modem. Bob calls by SIP, from another account.
final class WholeMachine {
    static let ada = "+493012345"
    /// How the registry names the meeting of the page.
    static let meeting = "localhost"

    let phones: ModemScene
    let page: PageServer
    let aliceSip: SipPhone
    let bobSip: SipPhone
    /// How the registry names the SIP call.
    var bob: String { bobSip.address }

    private let session: BusDaemon
    private let sound: SoundServer
    private let bobSession: BusDaemon
    private let bobSound: SoundServer
    private let sipProvider: SipProvider
    private let browser: Browser
    private let agentProgram: WorldReadableProgram
    private let bridgeProgram: WorldReadableProgram
    private let folder: TemporaryDirectory
    private var programs: [ChildProcess] = []
    /// The bridge of Alice's session.
    private var bridge: ChildProcess

    init() throws {
        phones = try ModemScene(.modemManager)
        let bus = phones.stage.bus
        session = try BusDaemon.session()
        sound = try SoundServer(on: session, .pulseAudio, of: .alice)
        // PulseAudio runs once for each session bus.
        bobSession = try BusDaemon.session()
        bobSound = try SoundServer(on: bobSession, .pulseAudio, of: .bob)
        aliceSip = try SipPhone(name: "alice", user: .alice, sound: sound, hertz: 440)
        bobSip = try SipPhone(name: "bob", user: .bob, sound: bobSound, hertz: 1_000)
        sipProvider = try aliceSip.provider(on: bus)

        agentProgram = try WorldReadableProgram(Product.path("monkeycall-agent"), neededBy: .alice)
        bridgeProgram = try WorldReadableProgram(Product.path("monkeycall-bridge"), neededBy: .alice)
        folder = try TemporaryDirectory()
        chown(folder.url.path, TestUser.alice.uid, TestUser.alice.gid)
        bridge = try Self.startBridge(bridgeProgram, bus, session, folder)

        page = try PageServer(MeetingPage.html)
        try sound.addMicrophone()
        try sound.setDefault("speaker")
        try sound.pactl("set-default-source", "mic")
        // With this role the agent does not make the sound for the microphone quieter during a call.
        programs.append(try sound.play(on: "headset", ["--property=media.role=a11y"]))
        browser = try Browser(
            .chromium, page, environment: Self.environment(sound, bus, session), user: .alice)
    }

    private static func environment(_ sound: SoundServer, _ bus: BusDaemon, _ session: BusDaemon) -> [String: String] {
        sound.environment.merging([
            "DBUS_SESSION_BUS_ADDRESS": session.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8",
        ]) { $1 }
    }

    // MARK: Headset

    /// Alice logs in with a headset. Its flash button is pressed when a second call rings.
    func plugInHeadset() throws {
        let headset = try MockHeadset(
            [.lights([.offHook]), .lights([.offHook, .ring]), .buttons(2)], in: folder)
        phones.alice.client.forgetSignals()
        programs.append(
            try ChildProcess(
                headset.command([
                    agentProgram.path, "--call-bus", phones.stage.bus.address, "--settings", "/dev/null",
                ]),
                environment: Self.environment(sound, phones.stage.bus, session)
                    .merging(["TMPDIR": folder.url.path]) { $1 },
                user: .alice))
        // The agent is the primary shell now.
        _ = try phones.alice.client.waitForSignal("ShellIsPrimary") { $0.arguments.first == false }
    }

    // MARK: Bridges

    private static func startBridge(
        _ program: WorldReadableProgram, _ bus: BusDaemon, _ session: BusDaemon, _ folder: TemporaryDirectory
    ) throws -> ChildProcess {
        try ChildProcess(
            [
                program.path, "--address", bus.address, "--session-address", session.address, "--settings",
                folder.url.path + "/bridge.conf",
            ], user: .alice)
    }

    /// Both bridges crash.
    func crashBridges() throws {
        try bridge.kill9()
        try phones.crashBridge()
    }

    func startBridges() throws {
        bridge = try Self.startBridge(bridgeProgram, phones.stage.bus, session, folder)
        try phones.startBridge()
    }

    // MARK: SIP

    /// Bob calls, and Alice answers.
    func talkBySip() throws {
        try bobSip.dial(aliceSip)
        try phones.expect([bob: "incoming"])
        try phones.ask("Answer", bob)
        try phones.expect([bob: "active"])
        try expectSipSound()
    }

    /// Alice and Bob hear each other.
    func expectSipSound() throws {
        try aliceSip.hears(bobSip)
        try bobSip.hears(aliceSip)
    }

    /// Alice and Bob hear nothing of each other, and no phone has hung up.
    func expectSipSilence() throws {
        try aliceSip.isSilent()
        try bobSip.isSilent()
        #expect(aliceSip.control.calls.count == 1 && bobSip.control.calls.count == 1)
    }

    // MARK: Meeting

    /// Waits until the loudspeaker plays the other side of the meeting, or nothing of it. The meeting stays connected.
    func expectMeeting(isAudible: Bool) throws {
        try sound.waitForLevel(on: "speaker", isAudible ? 0.05..<1 : 0..<0.001, lasting: 2)
        #expect(
            try page.run("[near.connectionState, sent(), received()]") == #"["connected",\#(isAudible),\#(isAudible)]"#)
    }
}
