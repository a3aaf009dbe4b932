// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface
public import Foundation

extension AVAudioSession {
    /// The kind of a device.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// The name on Apple's systems; for a kind without such a name, the shell's word.
        public let rawValue: String
        /// The port of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A line input.
        public static let lineIn = Port(rawValue: "LineIn")
        /// The microphone of the machine.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The microphone of a headset.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// A line output.
        public static let lineOut = Port(rawValue: "LineOut")
        /// Headphones, or those of a headset.
        public static let headphones = Port(rawValue: "Headphones")
        /// A Bluetooth device that only plays.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// The earpiece.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The speaker.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// A screen with speakers.
        public static let HDMI = Port(rawValue: "HDMIOutput")
        /// An AirPlay device.
        public static let airPlay = Port(rawValue: "AirPlay")
        /// A Bluetooth Low Energy device: on Linux a hearing aid.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// A hands-free Bluetooth device.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// A USB device.
        public static let usbAudio = Port(rawValue: "USBAudio")
        /// A car.
        public static let carAudio = Port(rawValue: "CarAudio")

        /// The shell does not name the kind.
        static let unknown = Port(rawValue: "Unknown")
    }

    /// An output that overrides the route.
    public enum PortOverride: UInt, Sendable {
        /// No override.
        case none = 0
        /// The speaker.
        case speaker = 0x7370_6b72
    }

    /// The reason why the route changed.
    public enum RouteChangeReason: UInt, Sendable {
        /// Not known. On Linux: the shell or the service is gone.
        case unknown = 0
        /// A device became available.
        case newDeviceAvailable = 1
        /// A device is gone.
        case oldDeviceUnavailable = 2
        /// The category changed. Never on Linux, where the category does not change the route.
        case categoryChange = 3
        /// The user or an app chose another route.
        case override = 4
        /// Never on Linux.
        case wakeFromSleep = 6
        /// Never on Linux.
        case noSuitableRouteForCategory = 7
        /// The description of a device changed.
        case routeConfigurationChange = 8
    }
}

/// The devices in use. Both lists are empty without a shell.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    /// The microphone in use. Empty also for a category without input.
    public let inputs: [AVAudioSessionPortDescription]
    /// The output device in use.
    public let outputs: [AVAudioSessionPortDescription]

    init(_ route: Route?, hasInput: Bool) {
        inputs = route.map { hasInput ? [$0.input] : [] } ?? []
        outputs = route.map { [$0.output] } ?? []
    }

    open override var description: String { "inputs \(inputs), outputs \(outputs)" }
}

/// A device. Equal by type and ``uid``.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    /// The kind of the device.
    public let portType: AVAudioSession.Port
    /// The name for people.
    public let portName: String
    /// The shell's name for the route of the device.
    public let uid: String

    init(_ portType: AVAudioSession.Port, _ portName: String, uid: String) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionPortDescription else { return false }
        return portType == other.portType && uid == other.uid
    }

    open override var hash: Int { uid.hashValue }

    open override var description: String { "\(portType.rawValue) “\(portName)”" }
}

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
