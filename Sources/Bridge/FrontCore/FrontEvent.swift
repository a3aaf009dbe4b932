// SPDX-License-Identifier: MIT

package import CallContract

/// A connection to the bus, with its user.
package struct Caller: Hashable, Sendable {
    /// The unique name.
    package let name: String
    package let uid: UInt32

    package init(name: String, uid: UInt32) { (self.name, self.uid) = (name, uid) }
}

/// What happens to the front.
package enum FrontEvent: Hashable, Sendable {
    /// The session of that user is in front; nil = of nobody.
    case userCame(UInt32?)
    /// A program becomes the gateway of its user.
    case attached(Caller)
    /// A gateway hands over all calls of the moment.
    case calls([FrontCall], operator: String, from: Caller)
    /// WirePlumber asks for the modems. Its copy of them is the answer from here on. `ofModemManager`: it asks the
    /// owner of ModemManager's name.
    case asked(Caller, ofModemManager: Bool)
    /// WirePlumber, which was there before the front, has shown that it waits for modems. It knows none.
    case waited(Caller, ofModemManager: Bool)
    /// The front does not have the name of ModemManager any more.
    case yielded
    /// WirePlumber asks for the properties of a call.
    case described(UInt32, to: Caller)
    /// A headset asks for something by WirePlumber.
    case pressed(FrontPress, UInt32, by: Caller)
    /// A headset dials; empty = the number that was dialled last.
    case dialed(String, by: Caller)
    /// A headset sends a tone.
    case tone(String, UInt32, by: Caller)
    /// A connection has left the bus, or does not read its messages.
    case lost(String)
}

/// What the front does for a connection: for one of WirePlumber, or with a press for a gateway.
package struct FrontEffect: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// There is a modem now, with an operator of that name.
        case modemAdded(String)
        case modemRemoved
        case operatorChanged(String)
        case callAdded(UInt32)
        /// nil = the call has ended.
        case callChanged(UInt32, from: FrontCall.State, to: FrontCall.State?)
        case callDeleted(UInt32)
        case press(FrontPress, UInt32)
        case dial(String)
        case tone(String, UInt32)
    }

    package let kind: Kind
    /// The unique name of the connection.
    package let receiver: String

    package init(_ kind: Kind, to receiver: String) { (self.kind, self.receiver) = (kind, receiver) }
}

/// Why an event changes nothing.
package enum FrontRefusal: Error, Hashable, Sendable {
    /// The sender of calls is no gateway.
    case notAttached
    /// There is no room for another user's gateway.
    case tooManyGateways
    case tooManyCalls
    /// Two calls have the same id.
    case repeatedCall
    /// A call cannot change its direction.
    case changedDirection
    /// The caller sees no modem.
    case noModem
    /// The caller sees no such call.
    case noCall
    /// The state of the call does not allow the press.
    case wrongState
    /// The number has other characters than a headset can dial, or too many.
    case noNumber
    /// No tone has this name.
    case noTone
}

/// How much a front keeps for others.
package struct FrontLimits: Hashable, Sendable {
    /// The users with gateways.
    package var gateways = 64
    package var calls = FrontCall.mostCalls
    /// The connections of WirePlumber of each user. It needs one.
    package var watchersOfUser = 8
    /// The bytes of the operator's name.
    package var operatorBytes = 64

    package init() {}
}
