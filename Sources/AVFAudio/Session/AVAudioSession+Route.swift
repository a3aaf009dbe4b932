// SPDX-License-Identifier: MIT

internal import CallClient
public import Foundation

extension AVAudioSession {
    /// What kind of device a port is.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// Apple's name. A kind that Apple has no name for keeps the word that the shell has for it.
        public let rawValue: String
        /// The port of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A line in.
        public static let lineIn = Port(rawValue: "LineIn")
        /// The machine's microphone.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// A headset's microphone.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// A line out.
        public static let lineOut = Port(rawValue: "LineOut")
        /// Headphones, or a headset's.
        public static let headphones = Port(rawValue: "Headphones")
        /// A Bluetooth device that only plays.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// The earpiece.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The speaker.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// A screen.
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

        /// The shell does not say what it is.
        static let unknown = Port(rawValue: "Unknown")
    }

    /// Where output goes in spite of the route.
    public enum PortOverride: UInt, Sendable {
        /// Nowhere else.
        case none = 0
        /// To the speaker.
        case speaker = 0x7370_6b72
    }

    /// Why a route is another one.
    public enum RouteChangeReason: UInt, Sendable {
        /// Not known. On Linux: the shell or the service has gone.
        case unknown = 0
        /// A device has come.
        case newDeviceAvailable = 1
        /// A device has gone.
        case oldDeviceUnavailable = 2
        /// The category is another. Never on Linux: it does not change the route.
        case categoryChange = 3
        /// The user or an app has chosen another.
        case override = 4
        /// Never on Linux.
        case wakeFromSleep = 6
        /// Never on Linux.
        case noSuitableRouteForCategory = 7
        /// A device is described otherwise.
        case routeConfigurationChange = 8
    }
}

/// Where the sound comes from and goes to. Both are empty where nobody says.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    /// The microphone in use. Empty also for a category that has no input.
    public let inputs: [AVAudioSessionPortDescription]
    /// The device in use.
    public let outputs: [AVAudioSessionPortDescription]

    init(_ route: RouteRecord?, hasInput: Bool) {
        inputs = route.map { hasInput ? [$0.input] : [] } ?? []
        outputs = route.map { [$0.output] } ?? []
    }

    open override var description: String { "inputs \(inputs), outputs \(outputs)" }
}

/// A device. Equal by type and ``uid``.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    /// What kind it is.
    public let portType: AVAudioSession.Port
    /// What people call it.
    public let portName: String
    /// What the shell calls it.
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
