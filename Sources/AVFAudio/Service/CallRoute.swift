// SPDX-License-Identifier: MIT

internal import CallInterface
internal import SDBus

/// A place that call audio can go to, as the shell describes it.
struct CallRoute: Hashable, Sendable {
    let name: String
    let localizedName: String
    let kind: String
    let isAvailable: Bool

    init?(_ wire: [String: Variant]) {
        guard let name = wire[Key.name]?.string else { return nil }
        self.name = name
        localizedName = wire[Key.localizedName]?.string ?? name
        kind = wire[Key.kind]?.string ?? ""
        isAvailable = wire[Key.available]?.bool ?? true
    }

    var isSpeaker: Bool { kind == "speaker" }

    var output: AVAudioSessionPortDescription { .init(ports.output, localizedName, uid: name) }

    /// What has no microphone is used with the machine's.
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
