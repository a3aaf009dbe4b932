// SPDX-License-Identifier: MIT

import BusTesting

/// A program is killed while apps record at a sound server that verifies no owner of a stream. Their calls have no
/// audio, and cannot be muted or held.
final class UnverifiedApps: RestartScene {
    private let scene: ObservedDesktop
    private let user: Actor
    private let killed: Killed
    private let neighbour: ObservedDesktop.Neighbour

    init(_ killed: Killed, _ neighbour: ObservedDesktop.Neighbour) throws {
        self.killed = killed
        self.neighbour = neighbour
        scene = try ObservedDesktop(.pulseAudio, keepsState: true)
        user = try scene.desktop.stage.actor("user")
    }

    @discardableResult
    private func record(_ name: String) throws -> Int32 {
        try scene.app(name, recordingWith: "parec", "$0 -r -d mic --raw >/dev/null")
    }

    func begin() throws {
        try record("zoom")
        let leaving = try record("skype")
        try scene.waitForCalls("two observed calls") { $0.keys.sorted() == ["Skype", "Zoom"] }
        try record("slack")
        scene.end(leaving)
        try scene.waitForRecorders(["zoom", "slack"])
    }

    func kill() throws { try scene.suffer(killed, neighbour) }

    func expectCalls() throws {
        let survivors: [String: ObservedFacts] = killed == .neighbour ? [:] : ["Zoom": .active, "Slack": .active]
        try scene.waitForCalls("the calls after the crash") { $0.mapValues(ObservedFacts.init) == survivors }
        try scene.startSoundAgain(after: killed, neighbour)
        if killed == .neighbour {
            try record("zoom")
            try scene.waitForCalls("the next call") { $0.mapValues(ObservedFacts.init) == ["Zoom": .active] }
        }
    }

    func end() throws { try scene.expectOneEnd(after: killed, as: user) }
}
