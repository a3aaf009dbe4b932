// SPDX-License-Identifier: MIT

import PulseAudio
import SDBus

/// Whether a program has a microphone stream at the user's sound server. Without a server it has none.
final class Microphone {
    /// The program, or the ancestor of its processes.
    private let process: UInt32
    private let server: SoundServerConnection
    private var owners = StreamOwners()

    init(of process: UInt32, _ loop: EventLoop, log: Log) {
        self.process = process
        server = SoundServerConnection(loop, as: "MonkeyCall", icon: "call-start", log: log)
    }

    /// Calls `changed` after each change of the sound server's state.
    func begin(_ changed: @escaping (Bool) -> Void) {
        server.onChange { [unowned self] in changed(isRecording) }
    }

    /// Whether the server is asked about streams. It wakes this process with every sound, so that is only sometimes.
    var isWanted = false {
        didSet {
            guard isWanted != oldValue else { return }
            server.followStreams(isWanted)
            server.begin()
            server.tryAgain()
        }
    }

    private var isRecording: Bool {
        guard let state = server.state, let streams = state.streams else { return false }
        let owners = owners.owners(in: state)
        return streams.recording.values.contains { stream in
            guard let client = stream.client, owners[client]?.processes.contains(process) == true else { return false }
            // A monitor is no microphone: it records what a loudspeaker plays.
            let device = stream.device.flatMap { state.sources[$0] }
            return !stream.isCorked && device?.isMonitor == false
        }
    }
}
