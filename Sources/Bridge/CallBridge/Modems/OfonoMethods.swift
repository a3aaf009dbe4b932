// SPDX-License-Identifier: MIT

import BridgeCore
import SDBus

/// The methods of oFono for calls, which PipeWire has in interfaces of its own.
struct OfonoMethods {
    let program: SourceProgram
    let host: ModemHost
    /// The object of the modem or phone.
    let path: ObjectPath
    /// Its interface with the methods for all calls.
    let line: InterfaceName
    /// The interface of a call.
    let call: InterfaceName
    /// Whether `Dial` also takes whether the number of this side is shown.
    let asksForCallerID: Bool

    /// `key` finds the path of a call. `body` tells whether the program took the operation.
    func perform(
        _ operation: ModemOperation, path key: (SourceKey) -> ObjectPath?, then body: @escaping (Bool) -> Void
    ) {
        switch operation {
        case .accept(let call): send(key(call), "Answer", then: body)
        case .hangUp(let call): send(key(call), "Hangup", then: body)
        case .hangUpAll: send("HangupAll", then: body)
        case .holdAndAccept: send("HoldAndAnswer", then: body)
        case .swap: send("SwapCalls", then: body)
        // It plays one after another, and answers after the last.
        case .playTones(_, let tones):
            ToneSequence.play(tones, host.loop, by: { send("SendTones", $0, then: $1) }, then: body)
        case .dial(let number):
            // "" = the number is shown or hidden as the network's default says.
            if asksForCallerID { send("Dial", number, "", then: body) } else { send("Dial", number, then: body) }
        }
    }

    private func send<each Argument: BusValue>(
        _ method: MemberName, _ arguments: repeat each Argument, then body: @escaping (Bool) -> Void
    ) {
        program.remote.call(path, line, method, repeat each arguments) { [host] in host.note($0, then: body) }
    }

    private func send(_ path: ObjectPath?, _ method: MemberName, then body: @escaping (Bool) -> Void) {
        guard let path else { return body(false) }
        program.remote.call(path, call, method) { [host] in host.note($0, then: body) }
    }
}

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

        static let ofCall = [Property.state, .lineIdentification, .name, .emergency].map(\.rawValue)
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
