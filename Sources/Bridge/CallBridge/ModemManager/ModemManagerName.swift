// SPDX-License-Identifier: MIT

import SDBus

/// The D-Bus names of ModemManager.
enum ModemManagerName {
    static let bus: BusName = "org.freedesktop.ModemManager1"
    static let path: ObjectPath = "/org/freedesktop/ModemManager1"
    static let modem: InterfaceName = "org.freedesktop.ModemManager1.Modem"
    static let voice: InterfaceName = "org.freedesktop.ModemManager1.Modem.Voice"
    static let sim: InterfaceName = "org.freedesktop.ModemManager1.Sim"
    static let call: InterfaceName = "org.freedesktop.ModemManager1.Call"

    enum Property: String {
        // Modem
        case state = "State"
        case deviceIdentifier = "DeviceIdentifier"
        case model = "Model"
        case sim = "Sim"
        // Voice
        case emergencyOnly = "EmergencyOnly"
        // Sim
        case operatorName = "OperatorName"
        case emergencyNumbers = "EmergencyNumbers"
        // Call, which has a state too
        case stateReason = "StateReason"
        case direction = "Direction"
        case number = "Number"

        static let ofModem: [Property] = [.deviceIdentifier, .model, .sim, .state]
        static let ofVoice: [Property] = [.emergencyOnly]
        static let ofCall: [Property] = [.direction, .number, .stateReason, .state]
    }

    /// `MMModemState`
    enum ModemState {
        /// The modem can call, or look for a network.
        static let enabled: UInt32 = 6
    }
}

extension [String: Variant] {
    subscript(modemManager property: ModemManagerName.Property) -> Variant? { self[property.rawValue] }
}
