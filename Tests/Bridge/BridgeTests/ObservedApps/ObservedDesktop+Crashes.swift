// SPDX-License-Identifier: MIT

import BusTesting

extension ObservedDesktop {
    /// What crashes.
    enum Loss: CaseIterable, Sendable {
        /// The service, which keeps its state.
        case service
        case serviceWithoutState
        /// Another bridge takes its place.
        case bridge
        /// All apps.
        case apps
        /// With it all streams.
        case soundServer
    }

    func suffer(_ loss: Loss) throws {
        switch loss {
        case .service:
            try desktop.stage.restart()
            try serviceContinues()
        case .serviceWithoutState:
            try desktop.stage.restartWithoutState()
            try subscribeAgain()
        case .bridge:
            try bridge.kill9()
            try waitUntilNoCall()
            try startBridge()
        case .apps: endApps()
        case .soundServer: try sound.stop()
        }
    }

    /// Starts the sound server after its crash.
    func startSound() throws {
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
