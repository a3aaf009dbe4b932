// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A program crashes while apps are in each state of an observed call: one records since a short time, one has the
/// audio, two are held, and one has just left. These tests wait for the five seconds that a stream must last, so no
/// other test waits for them.
@Suite(.serialized, .daemonLogs, .ownThread)
struct ObservedRestartTests {
    typealias Loss = ObservedDesktop.Loss

    /// What a listed call must be like.
    private struct Facts: Equatable {
        var state: String
        var isMuted = false

        init(_ state: String, isMuted: Bool = false) { (self.state, self.isMuted) = (state, isMuted) }

        init(_ call: [String: DBusValue]) {
            self.init(call["State"]?.string ?? "", isMuted: call["Muted"] == true)
        }

        static let held = Facts("held")
        static let active = Facts("active")
    }

    /// What is listed after the crash.
    private static func fits(_ calls: [String: Facts], after loss: Loss, _ isMuted: Bool) -> Bool {
        switch loss {
        // Only the kept state tells that a call was muted: the app has no mute.
        case .service: calls == ["Zoom": Facts("active", isMuted: isMuted), "Discord": .held, "Slack": .held]
        case .serviceWithoutState: calls == ["Zoom": .active, "Discord": .held, "Slack": .held]
        // The next bridge sees all streams at once. The first call that it lists gets the audio.
        case .bridge:
            calls.keys.sorted() == ["Discord", "Slack", "Zoom"] && calls.values.count { $0 == .active } == 1
                && calls.values.count { $0 == .held } == 2
        case .apps, .soundServer: calls.isEmpty
        }
    }

    /// Only a service with its state remembers that a call was muted, or was not.
    @Test(arguments: Loss.allCases.map { ($0, true) } + [(.service, false)])
    func `Verified calls of apps are listed once, and none is left muted or stays, in every state after any crash`(
        _ loss: Loss, _ isMuted: Bool
    ) throws {
        let scene = try ObservedDesktop(.pipeWire, keepsState: true)
        try scene.desktop.startAgent(environment: scene.sound.environment)
        let user = try scene.desktop.stage.actor("user")
        try scene.record("zoom")
        let zoom = try scene.waitForCall("a call with the audio") { $0["HasAudio"] == true }
        try scene.record("Discord")
        let leaving = try scene.record("skype")
        try scene.waitForCalls("two held calls") { $0.count == 3 && $0["Discord"]?["State"] == "held" }
        if isMuted {
            try user.ask("SetMuted", #require(zoom["UUID"]?.string), true)
            try scene.waitForStreams(muted: ["zoom": true, "Discord": true, "skype": true])
        }
        try scene.record("slack")
        scene.end(leaving)
        try scene.waitForRecorders(["zoom", "Discord", "slack"])
        try scene.suffer(loss)

        try scene.waitForCalls("the calls after the crash") {
            Self.fits($0.mapValues(Facts.init), after: loss, isMuted)
        }
        if loss == .soundServer { try scene.startSound() }
        if scene.callsByName().isEmpty { try scene.record("zoom") }
        let calls = try scene.waitForCalls("a call with the audio") { $0.values.contains { $0["HasAudio"] == true } }
        // The agent silences the stream of each call that is held or muted, and no other.
        let silent = ["Zoom": "zoom", "Discord": "Discord", "Slack": "slack"].filter { calls[$0.key] != nil }
        try scene.waitForStreams(
            muted: Dictionary(
                uniqueKeysWithValues: silent.map { name, program in
                    (program, calls[name].map { Facts($0) != .active } ?? false)
                }))
        if let muted = calls.values.first(where: { $0["Muted"] == true }) {
            try user.ask("SetMuted", #require(muted["UUID"]?.string), false)
            try scene.waitForStreams(muted: ["zoom": false, "Discord": true, "slack": true])
        }
        try expectOneEnd(scene, user, loss)
    }

    /// A sound server that verifies no owner: the calls have no audio, and cannot be muted or held.
    @Test(arguments: Loss.allCases)
    func `Calls of apps that are only observed are listed once, and none stays, in every state after any crash`(
        _ loss: Loss
    ) throws {
        let scene = try ObservedDesktop(.pulseAudio, keepsState: true)
        let user = try scene.desktop.stage.actor("user")
        let recorder = ("parec", "$0 -r -d mic --raw >/dev/null")
        func record(_ name: String) throws -> Int32 {
            try scene.app(name, recordingWith: recorder.0, recorder.1)
        }
        _ = try record("zoom")
        let leaving = try record("skype")
        try scene.waitForCalls("two observed calls") { $0.keys.sorted() == ["Skype", "Zoom"] }
        _ = try record("slack")
        scene.end(leaving)
        try scene.waitForRecorders(["zoom", "slack"])
        try scene.suffer(loss)
        let survives = loss != .apps && loss != .soundServer
        try scene.waitForCalls("the calls after the crash") {
            $0.mapValues(Facts.init) == (survives ? ["Zoom": .active, "Slack": .active] : [:])
        }
        if loss == .soundServer { try scene.startSound() }
        if !survives {
            _ = try record("zoom")
            try scene.waitForCalls("the next call") { $0.mapValues(Facts.init) == ["Zoom": .active] }
        }
        try expectOneEnd(scene, user, loss)
    }

    /// The apps leave. Each call has one start and one end, and one more of each if another bridge or service listed it
    /// again.
    private func expectOneEnd(_ scene: ObservedDesktop, _ user: Actor, _ loss: Loss) throws {
        scene.endApps()
        try scene.waitUntilNoCall()
        try scene.noteSignals()
        let journal = scene.journal
        #expect(Set(journal.lives.map(\.name)).isSuperset(of: ["Zoom", "Skype"]))
        #expect(journal.announcedAgain.isEmpty && journal.lives.allSatisfy(\.isWhole), "\(journal.lives)")
        for lives in Dictionary(grouping: journal.lives, by: \.id).values {
            #expect(Self.lives(of: lives[0].name, loss).contains(lives.count), "\(journal.lives)")
        }

        let ended = try user.call("ListEndedCalls").first?.elements?.compactMap { $0["Call"]?.string } ?? []
        // A service without its state knows no earlier ends.
        let known = Set(journal.lives.filter { $0.end == .ended }.map(\.id))
        #expect(Set(ended).count == ended.count)
        #expect(loss == .serviceWithoutState ? known.isSuperset(of: ended) : known == Set(ended))
    }

    /// How often a call of that app is in the registry.
    private static func lives(of app: String, _ loss: Loss) -> ClosedRange<Int> {
        switch (loss, app) {
        case (.service, _), (.apps, _), (.soundServer, _): 1...1
        // It had left before the next bridge came.
        case (.bridge, "Skype"): 1...1
        case (.bridge, "Zoom"), (.bridge, "Discord"), (.serviceWithoutState, "Zoom"), (.serviceWithoutState, "Discord"):
            2...2
        // On a busy machine Slack has a call before the crash, and Skype has none any more.
        case (.bridge, _), (.serviceWithoutState, _): 1...2
        }
    }
}
