// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import FrontCore
import SDBus

/// ModemManager's objects, as far as PipeWire reads them: one modem, and its calls. A modem of this front has no other
/// interface, so that no program can give it a secret, such as the PIN of a SIM.
struct ModemObjects {
    /// ModemManager counts its modems, so none of them has this path.
    static let modemPath = ObjectPath(trusted: ModemManagerName.path.text + "/Modem/front")
    private static let calls = ModemManagerName.path.text + "/Call/"

    static func path(of call: UInt32) -> ObjectPath { ObjectPath(trusted: calls + String(call)) }

    /// The id of the call at a path.
    static func call(at path: ObjectPath) -> UInt32? {
        guard path.text.hasPrefix(calls), let id = UInt32(path.text.dropFirst(calls.utf8.count)) else { return nil }
        return self.path(of: id) == path ? id : nil
    }

    /// What the methods of the objects do.
    struct Actions {
        let press: (FrontPress, FrontCall, MethodCall) throws(BusError) -> Void
        let dial: (String, MethodCall) throws(BusError) -> Void
        let tone: (String, FrontCall, MethodCall) throws(BusError) -> Void
    }

    let modem: Interface<FrontView>
    let network: Interface<FrontView>
    let voice: Interface<FrontView>
    let call: Interface<FrontCall>

    /// An object of the tree.
    enum Object {
        case modem(FrontView)
        case call(FrontCall)

        var modem: FrontView? { if case .modem(let view) = self { view } else { nil } }
        var call: FrontCall? { if case .call(let call) = self { call } else { nil } }
    }

    init(_ actions: Actions) {
        modem = Interface(
            ModemManagerName.modem,
            [
                .property("Device", emits: .const) { _ in ModemFrontName.device },
                // MM_MODEM_STATE_REGISTERED
                .property("State", emits: .const) { _ in Int32(8) },
                .property("SignalQuality", emits: .const, comparing: { _ in true }) { _ in
                    Fields<UInt32, Bool>(100, true)
                },
            ])
        network = Interface(
            ModemManagerName.network,
            [
                .property("OperatorName") { $0.operator },
                // MM_MODEM_3GPP_REGISTRATION_STATE_HOME
                .property("RegistrationState", emits: .const) { _ in UInt32(1) },
            ])
        voice = Interface(
            ModemManagerName.voice,
            [
                .property("Calls", emits: .none) { $0.calls.map { Self.path(of: $0.id) } },
                // PipeWire asks for no more: it does not start the call, and does not read its path. The user's gateway
                // may refuse the call, or ask the user first, so that there is none yet.
                .method("CreateCall", takes: ("properties", [String: Variant].self), returns: ("path", ObjectPath.self))
                { (_, call, properties) throws(BusError) in
                    guard let number = properties["number"]?.string else {
                        throw .invalidArgs("The properties have no number; add one.")
                    }
                    try actions.dial(number, call)
                    return "/"
                },
                .signal("CallAdded", [("path", ObjectPath.self)]),
                .signal("CallDeleted", [("path", ObjectPath.self)]),
            ])
        call = Self.call(actions)
    }

    /// PipeWire takes a state for news as it reads it, so the number and the direction come before.
    private static func call(_ actions: Actions) -> Interface<FrontCall> {
        Interface(
            ModemManagerName.call,
            [
                .property("Direction", emits: .const) { Int32($0.direction == .incoming ? 1 : 2) },
                .property("Number", emits: .const) { $0.digits },
                .property("Multiparty", emits: .const) { _ in false },
                .property("State", emits: .none) { $0.state.modemManager },
                .method("Accept") { (node, call) throws(BusError) in try actions.press(.accept, node, call) },
                .method("Hangup") { (node, call) throws(BusError) in try actions.press(.hangup, node, call) },
                .method("SendDtmf", takes: ("dtmf", String.self)) { (node, call, tone) throws(BusError) in
                    try actions.tone(tone, node, call)
                },
                .signal("StateChanged", [("old", Int32.self), ("new", Int32.self), ("reason", UInt32.self)]),
            ])
    }
}

extension FrontCall.State {
    /// `MMCallState`
    var modemManager: Int32 {
        switch self {
        case .dialing: 1
        case .ringingOut: 2
        case .ringingIn: 3
        case .active: 4
        case .held: 5
        case .waiting: 6
        }
    }

    /// `MM_CALL_STATE_TERMINATED`
    static let ended: Int32 = 7
}
