// SPDX-License-Identifier: MIT

import SDBus

/// The D-Bus names of oFono.
enum OfonoName {
    static let bus: BusName = "org.ofono"
    static let manager: InterfaceName = "org.ofono.Manager"
    static let modem: InterfaceName = "org.ofono.Modem"
    static let sim: InterfaceName = "org.ofono.SimManager"
    static let voice: InterfaceName = "org.ofono.VoiceCallManager"
    static let call: InterfaceName = "org.ofono.VoiceCall"

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

        static let ofCall: [Property] = [.state, .lineIdentification, .name, .emergency]
    }
}

extension [String: Variant] {
    subscript(ofono property: OfonoName.Property) -> Variant? { self[property.rawValue] }
}

extension Result<Message, BusError> {
    /// The reply of a method that lists objects: `a(oa{sv})`. nil if the method failed, or the reply cannot be read.
    var ofonoList: [(path: ObjectPath, properties: [String: Variant])]? {
        guard let list = try? get().values().first, case .array(_, let entries) = list else { return nil }
        return entries.compactMap { entry in
            guard let members = entry.structure, members.count == 2, let path = members[0].path,
                let properties = members[1].dictionary
            else { return nil }
            return (path, properties)
        }
    }
}

extension Message {
    /// The properties of an `a{sv}` up to the first text that libsystemd refuses to read. oFono has no method for a
    /// single property, and tells the state and the number of a call before its name.
    var readableProperties: [String: Variant] {
        var properties: [String: Variant] = [:]
        try? read { (reader) throws(BusError) in
            try reader.dictionary(key: String.signature, value: Variant.signature) { (reader) throws(BusError) in
                let name = try reader.read(String.self)
                properties[name] = try reader.read(Variant.self)
            }
        }
        return properties
    }
}
