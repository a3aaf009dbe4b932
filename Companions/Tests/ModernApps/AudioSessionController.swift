// SPDX-License-Identifier: MIT

import AVFAudio
import CallKit
import Combine
import os.lock

/// The audio session of calls, for any thread.
final class AudioSessionController: Sendable {
    private struct State {
        var activeCalls = 0
        var isConfigured = false
    }

    private let state = OSAllocatedUnfairLock(initialState: State())
    private let signposter = OSSignposter(subsystem: "org.example.Phone", category: "Audio")

    func configure() throws {
        try signposter.withIntervalSignpost("Configure") {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP, .duckOthers])
            try session.setPreferredIOBufferDuration(0.02)
        }
        state.withLock { $0.isConfigured = true }
    }

    func activated() { state.withLock { $0.activeCalls += 1 } }

    func deactivated() {
        let isLast = state.withLock { state in
            state.activeCalls -= 1
            return state.activeCalls == 0
        }
        if isLast { signposter.emitEvent("Silent") }
    }

    /// The outputs while the route changes.
    @MainActor
    func outputs() -> some Publisher<[String], Never> {
        NotificationCenter.default.publisher(for: AVAudioSession.routeChangeNotification)
            .map { _ in AVAudioSession.sharedInstance().currentRoute.outputs.map(\.portName) }
            .removeDuplicates()
    }
}
