// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// A program is killed while apps, whose streams PipeWire verifies, are in each state of a call: one records since a
/// short time, one has the audio, two are held, and one has just left.
final class VerifiedApps: RestartScene {
    private let scene: ObservedDesktop
    private let user: Actor
    private let killed: Killed
    private let neighbour: ObservedDesktop.Neighbour
    private let isMuted: Bool

    init(_ killed: Killed, _ neighbour: ObservedDesktop.Neighbour, isMuted: Bool) throws {
        self.killed = killed
        self.neighbour = neighbour
        self.isMuted = isMuted
        scene = try ObservedDesktop(.pipeWire, keepsState: true)
        try scene.desktop.startAgent(environment: scene.sound.environment)
        user = try scene.desktop.stage.actor("user")
    }

    func begin() throws {
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
    }

    func kill() throws { try scene.suffer(killed, neighbour) }

    func expectCalls() throws {
        try scene.waitForCalls("the calls after the crash") { fit($0.mapValues(ObservedFacts.init)) }
        try scene.startSoundAgain(after: killed, neighbour)
        if scene.callsByName().isEmpty { try scene.record("zoom") }
        let calls = try scene.waitForCalls("a call with the audio") { $0.values.contains { $0["HasAudio"] == true } }
        // The agent silences the stream of each call that is held or muted, and no other.
        let silent = ["Zoom": "zoom", "Discord": "Discord", "Slack": "slack"].filter { calls[$0.key] != nil }
        try scene.waitForStreams(
            muted: Dictionary(
                uniqueKeysWithValues: silent.map { name, program in
                    (program, calls[name].map { ObservedFacts($0) != .active } ?? false)
                }))
        if let muted = calls.values.first(where: { $0["Muted"] == true }) {
            try user.ask("SetMuted", #require(muted["UUID"]?.string), false)
            try scene.waitForStreams(muted: ["zoom": false, "Discord": true, "slack": true])
        }
    }

    func end() throws { try scene.expectOneEnd(after: killed, as: user) }

    /// Whether that is listed after the crash.
    private func fit(_ calls: [String: ObservedFacts]) -> Bool {
        switch killed {
        // Only the kept state tells that a call was muted: the app has no mute.
        case .service: calls == ["Zoom": ObservedFacts("active", isMuted: isMuted), "Discord": .held, "Slack": .held]
        case .serviceWithoutState: calls == ["Zoom": .active, "Discord": .held, "Slack": .held]
        // The next bridge sees all streams at once. The first call that it lists gets the audio.
        case .bridge:
            calls.keys.sorted() == ["Discord", "Slack", "Zoom"] && calls.values.count { $0 == .active } == 1
                && calls.values.count { $0 == .held } == 2
        case .neighbour: calls.isEmpty
        }
    }
}
