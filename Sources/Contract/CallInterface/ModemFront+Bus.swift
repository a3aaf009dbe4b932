// SPDX-License-Identifier: MIT

public import CallContract
public import SDBus

/// The names of the front of modems on the system bus, as `dbus/org.monkeycall.ModemFront.xml` gives them.
public enum ModemFrontName {
    /// The well-known bus name.
    public static let bus: BusName = "org.monkeycall.ModemFront"
    /// The interface.
    public static let interface: InterfaceName = "org.monkeycall.ModemFront"
    /// The only object.
    public static let path: ObjectPath = "/org/monkeycall/ModemFront"
    /// The property that says whether the calls of the caller's user are shown.
    public static let state: MemberName = "State"

    /// The `Device` of its modem, by which WirePlumber's setting chooses the modem:
    /// `bluez5.hfphsp-backend-native-modem`.
    public static let device = "monkeycall"

    /// The methods.
    public enum Method: String, CaseIterable, MemberNaming {
        case attach = "Attach"
        case setCalls = "SetCalls"
        case giveWay = "GiveWay"
    }

    /// The signals, to the gateway alone.
    public enum Signal: String, CaseIterable, MemberNaming {
        case pressed = "Pressed"
        case dialed = "Dialed"
        case tone = "Tone"
    }
}

extension FrontCall: BusValue {
    public static var signature: String { "(usss)" }

    public init(from reader: inout MessageReader) throws(BusError) {
        let (id, state, direction, digits) = try reader.structure(
            UInt32.self, String.self, String.self, String.self)
        guard let state = State(rawValue: state) else {
            throw .invalidArgs("The state of the call \(id) is unknown; org.monkeycall.ModemFront lists the states.")
        }
        guard let direction = Direction(rawValue: direction) else {
            throw .invalidArgs("The direction of the call \(id) is neither in nor out.")
        }
        self.init(id: id, state: state, direction: direction, digits: digits)
    }

    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.structure(id, state.rawValue, direction.rawValue, digits)
    }
}
