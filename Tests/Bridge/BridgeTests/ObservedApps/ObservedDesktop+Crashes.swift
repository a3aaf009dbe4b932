// SPDX-License-Identifier: MIT

import BusTesting
import Testing

extension ObservedDesktop {
    /// The program that is the neighbour of the bridge.
    enum Neighbour {
        /// All apps.
        case apps
        /// With it all streams.
        case soundServer
    }

    func suffer(_ killed: Killed, _ neighbour: Neighbour) throws {
        switch (killed, neighbour) {
        case (.service, _):
            try desktop.stage.restart()
            try serviceContinues()
        case (.serviceWithoutState, _):
            try desktop.stage.restartWithoutState()
            try subscribeAgain()
        case (.bridge, _):
            try bridge.kill9()
            try waitUntilNoCall()
            try startBridge()
        case (.neighbour, .apps): endApps()
        case (.neighbour, .soundServer): try sound.stop()
        }
    }

    /// Starts the sound server if it was killed.
    func startSoundAgain(after killed: Killed, _ neighbour: Neighbour) throws {
        guard killed == .neighbour, neighbour == .soundServer else { return }
        try sound.start()
        try sound.addMicrophone()
    }

    /// Starts an app whose stream PipeWire verifies.
    @discardableResult
    func record(_ app: String) throws -> Int32 {
        try self.app(
            app, recordingWith: "pw-record",
            "$0 -r --target mic --rate 8000 --channels 1 --latency 50ms - >/dev/null; wait")
    }

    /// The apps leave. Each call has one start and one end, and one more of each if another bridge or service listed it
    /// again.
    func expectOneEnd(after killed: Killed, as user: Actor) throws {
        endApps()
        try waitUntilNoCall()
        try noteSignals()
        #expect(Set(journal.lives.map(\.name)).isSuperset(of: ["Zoom", "Skype"]))
        #expect(journal.announcedAgain.isEmpty && journal.lives.allSatisfy(\.isWhole), "\(journal.lives)")
        for lives in Dictionary(grouping: journal.lives, by: \.id).values {
            let expected = Self.lives(of: lives[0].name, killed)
            #expect(expected.contains(lives.count), "\(journal.lives)")
        }

        let ended = Self.ended(try user.call("ListEndedCalls"))
        let known = Set(journal.lives.filter { $0.end == .ended }.map(\.id))
        #expect(Set(ended).count == ended.count)
        // A service without its state knows no earlier ends, and on a busy machine a call of it ends unseen.
        let isRight =
            killed == .serviceWithoutState
            ? known.union(endedUnseen).isSuperset(of: ended) : known == Set(ended)
        #expect(isRight, "\(ended) \(journal.lives)")
    }

    /// How often a call of that app is in the registry.
    private static func lives(of app: String, _ killed: Killed) -> ClosedRange<Int> {
        switch (killed, app) {
        case (.service, _), (.neighbour, _): 1...1
        // It had left before the next bridge came.
        case (.bridge, "Skype"): 1...1
        case (.bridge, "Zoom"), (.bridge, "Discord"), (.serviceWithoutState, "Zoom"), (.serviceWithoutState, "Discord"):
            2...2
        // On a busy machine Slack has a call before the crash, and Skype has none any more.
        case (.bridge, _), (.serviceWithoutState, _): 1...2
        }
    }

    // MARK: The sound server

    /// Waits until exactly these programs record.
    func waitForRecorders(_ programs: Set<String>) throws {
        try waitForStreams("the recorders are not \(programs)") { Set($0.keys) == programs }
    }

    /// Waits until exactly these programs record, and the server mutes these streams.
    func waitForStreams(muted: [String: Bool]) throws {
        try waitForStreams("the muted streams are not \(muted)") { $0 == muted }
    }

    /// Whether the stream of each program is muted.
    private func waitForStreams(_ failure: String, where fit: ([String: Bool]) -> Bool) throws {
        try sound.waitForRecordings(failure) { recordings in
            fit(Dictionary(recordings.map { ($0.program ?? "", $0.isMuted) }) { $0 && $1 })
        }
    }
}
