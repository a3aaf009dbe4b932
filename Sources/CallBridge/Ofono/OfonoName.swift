// SPDX-License-Identifier: MIT

import SDBus

/// The D-Bus names of oFono.
enum OfonoName {
    static let bus = "org.ofono"
    static let manager = bus + ".Manager"
    static let modem = bus + ".Modem"
    static let sim = bus + ".SimManager"
    static let voice = bus + ".VoiceCallManager"
    static let call = bus + ".VoiceCall"

    enum Property: String {
        // Modem
        case interfaces = "Interfaces"
        case manufacturer = "Manufacturer"
        case model = "Model"
        case name = "Name"
        // SimManager
        case serviceProviderName = "ServiceProviderName"
        // VoiceCallManager
        case emergencyNumbers = "EmergencyNumbers"
        // VoiceCall, which has a name too: that of the other side
        case state = "State"
        case lineIdentification = "LineIdentification"
        case emergency = "Emergency"
    }
}

extension [String: Variant] {
    subscript(ofono property: OfonoName.Property) -> Variant? { self[property.rawValue] }
}

extension Result<Message, BusError> {
    /// The reply of a method that lists objects: `a(oa{sv})`. Empty if the method failed.
    var ofonoList: [(path: String, properties: [String: Variant])] {
        guard let list = try? get().values().first, case .array(_, let entries) = list else { return [] }
        return entries.compactMap { entry in
            guard let members = entry.structure, members.count == 2, let path = members[0].path?.text,
                let properties = members[1].dictionary
            else { return nil }
            return (path, properties)
        }
    }
}
