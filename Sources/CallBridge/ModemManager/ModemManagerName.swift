// SPDX-License-Identifier: MIT

import SDBus

/// The D-Bus names of ModemManager.
enum ModemManagerName {
    static let bus = "org.freedesktop.ModemManager1"
    static let path = "/org/freedesktop/ModemManager1"
    static let modem = bus + ".Modem"
    static let voice = modem + ".Voice"
    static let sim = bus + ".Sim"
    static let call = bus + ".Call"

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
