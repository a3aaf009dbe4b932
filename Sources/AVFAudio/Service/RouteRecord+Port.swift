// SPDX-License-Identifier: MIT

internal import CallClient

// Routes as an app sees them: a pair of ports.

extension RouteRecord {
    var isSpeaker: Bool { kind == "speaker" }

    var output: AVAudioSessionPortDescription { .init(ports.output, localizedName, uid: name) }

    /// A device without a microphone is used with the machine's.
    var input: AVAudioSessionPortDescription {
        let port = ports.input
        return port == .builtInMic ? .builtInMicrophone : .init(port, localizedName, uid: name)
    }

    private var ports: (input: AVAudioSession.Port, output: AVAudioSession.Port) {
        switch kind {
        case "earpiece": (.builtInMic, .builtInReceiver)
        case "speaker": (.builtInMic, .builtInSpeaker)
        case "headphones": (.builtInMic, .headphones)
        case "headset": (.headsetMic, .headphones)
        case "bluetooth": (.bluetoothHFP, .bluetoothHFP)
        case "hearing-aid": (.bluetoothLE, .bluetoothLE)
        case "car": (.carAudio, .carAudio)
        case "": (.unknown, .unknown)
        default: (.init(rawValue: kind), .init(rawValue: kind))
        }
    }
}

extension AVAudioSessionPortDescription {
    static let builtInMicrophone = AVAudioSessionPortDescription(.builtInMic, "Microphone", uid: "Built-In Microphone")
}
