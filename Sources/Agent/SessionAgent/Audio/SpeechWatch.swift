// SPDX-License-Identifier: MIT

import PulseAudio

/// Decides when the level of the microphone is read, and when the user speaks although all calls are muted.
struct SpeechWatch: Hashable {
    enum Event: Hashable {
        /// The calls in which the user talks, if all are muted and the user wants to know; or else none.
        case muted(Set<String>)
        /// The microphone whose level may be read now; nil = none.
        case microphone(String?)
        /// A level of the microphone, from 0 to 1.
        case level(Float)
        /// The server has ended the reading.
        case ended
    }

    enum Step: Hashable {
        case read(String)
        case stop
        /// Tells the user.
        case tell
        /// What the user was told does not hold any more.
        case withdraw
    }

    private var muted: Set<String> = []
    private var microphone: String?
    private(set) var reading: String?
    /// The microphone whose reading the server has ended during this mute; a second try could be refused for ever.
    private var refused: String?
    /// Grows with loud levels and falls with quiet ones, because speech has pauses.
    private var speech = 0
    /// Once for each mute. After that nothing is read.
    private var isTold = false

    /// Speech is louder, and the noise of a room is not (-26 dB).
    private static let loud: Float = 0.05
    /// About two thirds of a second of loud levels.
    private static let enough = 2 * Int(LevelStream.rate) * 2 / 3

    mutating func handle(_ event: Event) -> [Step] {
        var steps: [Step] = []
        switch event {
        case .muted(let calls):
            muted = calls
            if calls.isEmpty {
                if isTold { steps.append(.withdraw) }
                (isTold, refused) = (false, nil)
            }
        case .microphone(let name): microphone = name
        case .level(let level):
            guard reading != nil else { return [] }
            speech = max(0, speech + (level >= Self.loud ? 2 : -1))
            if speech >= Self.enough {
                isTold = true
                steps.append(.tell)
            }
        case .ended: (refused, reading) = (reading, nil)
        }
        let wanted = muted.isEmpty || isTold || microphone == refused ? nil : microphone
        guard wanted != reading else { return steps }
        (reading, speech) = (wanted, 0)
        return steps + [wanted.map { .read($0) } ?? .stop]
    }
}

extension SoundServerState {
    /// The microphone whose level may be read: it runs, another program records it, and it is not muted. A Bluetooth
    /// headset is left alone, because a reader can change what it sounds like.
    var microphoneToRead: String? {
        guard let device = source(named: defaultSource), !device.isMonitor, !device.isMuted, !device.isAsleep,
            device.properties["device.bus"] != "bluetooth", device.properties["device.api"]?.hasPrefix("bluez") != true
        else { return nil }
        let isRecorded = streams?.recording.values.contains { stream in
            stream.device == device.index && !stream.isCorked && stream.client != nil && stream.client != ownClient
        }
        return isRecorded == true ? device.name : nil
    }
}
