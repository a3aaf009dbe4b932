// SPDX-License-Identifier: MIT

internal import CallInterface

// Routes as an app sees them: a pair of ports.

extension Route {
    var isSpeaker: Bool { kind == .speaker }

    var output: AVAudioSessionPortDescription { .init(ports.output, localizedName, uid: name) }

    /// The microphone of the device, or the machine's for a device without one.
    var input: AVAudioSessionPortDescription {
        let port = ports.input
        return port == .builtInMic ? .builtInMicrophone : .init(port, localizedName, uid: name)
    }

    private var ports: (input: AVAudioSession.Port, output: AVAudioSession.Port) {
        switch kind.word {
        case .earpiece: (.builtInMic, .builtInReceiver)
        case .speaker: (.builtInMic, .builtInSpeaker)
        case .headphones: (.builtInMic, .headphones)
        case .headset: (.headsetMic, .headphones)
        case .bluetooth: (.bluetoothHFP, .bluetoothHFP)
        case .hearingAid: (.bluetoothLE, .bluetoothLE)
        case .car: (.carAudio, .carAudio)
        case nil where kind.isEmpty: (.unknown, .unknown)
        case .other, nil: (.init(rawValue: kind.text), .init(rawValue: kind.text))
        }
    }
}

extension AVAudioSessionPortDescription {
    static let builtInMicrophone = AVAudioSessionPortDescription(.builtInMic, "Microphone", uid: "Built-In Microphone")
}
