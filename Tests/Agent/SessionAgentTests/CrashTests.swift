// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The next agent restores everything that a killed agent has changed.
@Suite(.serialized)
struct CrashTests {
    let desktop: Desktop
    let sound: SoundServer
    let screen: Dunst
    let app: App
    let player: Player
    let logind: Logind
    /// A stream of no call, which the agent makes quieter during a call.
    private let music: ChildProcess
    private let settings: URL
    /// All volumes of the sound server before the call.
    private let volumes: String
    private static let silence = 0.0..<0.0005
    private static let audible = 0.0005..<1.0

    init() throws {
        desktop = try Desktop()
        logind = try Logind(on: desktop.bus)
        sound = try SoundServer(on: desktop.bus)
        screen = try Dunst(on: desktop.bus)
        player = try Player.mpv(on: desktop.bus)
        try sound.addMicrophone()
        try sound.setDefault("headset")
        music = try sound.play(on: "headset")
        app = try desktop.app(
            "Phone", doing: SoundServer.levels(of: "mic") + " > /dev/null & ", environment: sound.environment)
        try sound.waitForLevel(on: "headset", Self.audible)
        volumes = try sound.volumes()
        settings = try desktop.bus.directory.write("[Ringing]\nDevice=speaker\n", to: "agent.conf")
        try startAgent()
    }

    /// The phase of the call in which the agent dies.
    enum Phase: CaseIterable {
        case ringing, silenced, active, muted, held, waiting

        /// The steps of the user, and the answers of the app.
        var story: [(line: String, answer: String)] {
            switch self {
            case .ringing, .silenced: [("incoming ada Ada", "incoming")]
            case .active: Phase.ringing.story + [("answer", "answered")]
            case .muted: Phase.active.story + [("mute", "muted")]
            case .held: Phase.active.story + [("hold", "held")]
            case .waiting: Phase.active.story + [("incoming bob Bob", "incoming")]
            }
        }

        var calls: Int { self == .waiting ? 2 : 1 }
        var isHeard: Bool { self == .ringing || self == .waiting }
        var isAnswered: Bool { self != .ringing && self != .silenced }
        /// The title of the notifications.
        var title: String { isAnswered && self != .waiting ? "Call with" : "Incoming call" }
    }

    @Test(arguments: Phase.allCases, [false, true])
    func `An agent that is killed in any phase of a call is replaced by one that goes on`(
        _ phase: Phase, endsMeanwhile: Bool
    ) throws {
        try reach(phase)
        try desktop.killAgent()
        if phase.isHeard { try expectSilence() }
        if endsMeanwhile { try endAll(phase) }
        try startAgent()
        if !endsMeanwhile {
            try screen.expect(phase.title)
            try screen.waitForCount(phase.calls)
            if phase.isHeard { try sound.waitForLevel(on: "speaker", Self.audible) } else { try expectSilence() }
            #expect(try player.status() == (phase.isAnswered ? "Paused" : "Playing"))
            try endAll(phase)
        }
        try expectRest(isQuiet: phase.isHeard)
    }

    @Test func `An agent that is killed while it restores the desktop is finished by the next one`() throws {
        try reach(.active)
        try endAll(.active)
        try desktop.killAgent()
        try startAgent()
        try expectRest()
    }

    @Test func `An agent that is killed after any of its messages is finished by the next one`() throws {
        var words = 0
        while try isKilled(afterWords: words + 1) {
            words += 1
            try #require(words < 100)
            try startAgent()
            try expectRest(isQuiet: false)
        }
        #expect(words > 5)
    }

    @Test func `A missed call stays on the screen after a crash, and the next agent calls back`() throws {
        try reach(.ringing)
        try app.type("remote-end")
        try screen.expect("Missed call")
        try desktop.killAgent()
        try startAgent()
        try screen.expect("Missed call")
        try screen.waitForCount(1)
        try screen.press("call-back")
        #expect(try app.expect("started").hasSuffix("ada"))
    }

    @Test func `Ringing goes on at the same device after the sound server restarts`() throws {
        try reach(.ringing)
        try sound.stop()
        try sound.start()
        try sound.waitForLevel(on: "speaker", Self.audible)
        try endAll(.ringing)
        try expectSilence()
    }

    @Test func `The desktop follows the calls that apps report to a restarted service`() throws {
        try reach(.active)
        try desktop.stage.restart()
        try screen.expect("Call with")
        try player.expect("Paused")
        try screen.waitForCount(1)
        try endAll(.active)
        try expectRest(isQuiet: false)
    }

    @Test func `The agent removes all calls when the service dies`() throws {
        try reach(.waiting)
        try desktop.daemon.kill9()
        try expectRest()
    }

    @Test func `The next agent removes the calls of a service that died after the agent`() throws {
        try reach(.active)
        try desktop.killAgent()
        try desktop.daemon.kill9()
        try startAgent(isShell: false)
        try expectRest()
    }
}

extension CrashTests {
    fileprivate func startAgent(isShell: Bool = true) throws {
        try desktop.startAgent(
            ["--settings", settings.path], environment: sound.environment, isShell: isShell)
    }

    /// Brings the calls into the phase, and waits until the desktop shows it.
    fileprivate func reach(_ phase: Phase) throws {
        for (line, answer) in phase.story {
            try app.type(line)
            try app.expect(answer)
            if line == "answer" { try player.expect("Paused") }
        }
        // Another stream is quieter, or the app's microphone is muted.
        if phase.isAnswered { try wait("nothing is done to the sound") { try sound.volumes() != volumes } }
        try screen.expect(phase.title)
        try screen.waitForCount(phase.calls)
        if phase.isHeard || phase == .silenced { try sound.waitForLevel(on: "speaker", Self.audible) }
        try logind.expectInhibitors(["idle:sleep"])
        guard phase == .silenced else { return }
        let client = try desktop.daemon.client()
        try client.audio().call(
            "SilenceAlert", "")
        try screen.expect("Incoming call") { !$0.keys.contains("silence") }
    }

    /// Ends all calls. It declines the waiting call first, because that one would ring after the end of the other.
    fileprivate func endAll(_ phase: Phase) throws {
        if phase == .waiting {
            try app.type("decline")
            try app.expect("ended")
        }
        try app.type("end")
        try app.expect("ended")
    }

    /// Kills the agent at its `count`-th method call during one whole call; false if it makes fewer.
    fileprivate func isKilled(afterWords count: Int) throws -> Bool {
        let agent = try #require(desktop.agent)
        let monitor = try BusClient(address: desktop.bus.address)
        let connections = try monitor.connections(of: agent.processID)
        var words = 0
        monitor.onMessage = {
            guard $0.kind == .methodCall else { return }
            words += 1
            if words == count { agent.send(signal: SIGKILL) }
        }
        try monitor.object(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring"
        ).call("BecomeMonitor", .strings(connections.map { "type='method_call',sender='\($0)'" }), .uint32(0))
        for (line, answer) in Phase.active.story + [("end", "ended")] {
            try app.type(line)
            try app.expect(answer)
            // The agent's messages about this step arrive now. Their number is unknown.
            while (try? monitor.nextSignal(timeout: 0.2)) != nil {}
        }
        guard words >= count else { return false }
        try desktop.killAgent()
        return true
    }

    fileprivate func expectSilence() throws { try sound.waitForLevel(on: "speaker", Self.silence, lasting: 10) }

    /// Waits until the desktop is as it was before the call.
    fileprivate func expectRest(isQuiet: Bool = true) throws {
        try player.expect("Playing")
        try screen.waitForCount(0)
        try logind.expectInhibitors([])
        if isQuiet { try expectSilence() }
        try wait("volumes are not \(volumes)") { try sound.volumes() == volumes }
        try wait("there is something left to be put back") { journals.isEmpty }
    }

    private func wait(_ complaint: String, until isSo: () throws -> Bool) throws {
        let deadline = Deadline()
        while try !isSo() {
            guard !deadline.hasPassed else {
                throw SupportError("\(complaint); volumes: \(try sound.volumes()); journals: \(journals)")
            }
        }
    }

    /// The journals, without drafts.
    private var journals: [String] {
        let folder = (sound.environment["XDG_RUNTIME_DIR"] ?? "") + "/monkeycall"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { !$0.hasSuffix(".new") }
    }
}

extension SoundServer {
    /// All volumes, mutes and default devices.
    fileprivate func volumes() throws -> String {
        let lists = try ["sinks", "sources", "sink-inputs", "source-outputs"].map { try pactl("list", $0) }
        let lines = (lists + [try pactl("info")]).joined(separator: "\n").split(separator: "\n")
        return lines.filter { line in
            ["#", "Volume: ", "Mute: ", "Default S"].contains { line.contains($0) }
                && !line.contains("Base") && !line.contains("Specification")
        }.joined(separator: "\n")
    }
}
