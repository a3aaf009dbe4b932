// SPDX-License-Identifier: MIT

/// A call as the gateway of a user hands it to the front of modems, and as headsets see it: a line of
/// `org.monkeycall.ModemFront.SetCalls`.
public struct FrontCall: Hashable, Sendable {
    /// What a headset can know of a call.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The network looks for the other side.
        case dialing
        /// The other side is being alerted.
        case ringingOut = "ringing-out"
        case ringingIn = "ringing-in"
        case active
        case held
        /// It comes in beside another call.
        case waiting
    }

    /// The words of the contract for the direction.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        case incoming = "in"
        case outgoing = "out"
    }

    /// The number by which the gateway and the front name the call.
    public let id: UInt32
    public let state: State
    public let direction: Direction
    /// The number of the other side, as PipeWire may copy it to a headset; empty = withheld.
    public let digits: String

    /// Withholds a text that is no number for a headset.
    public init(id: UInt32, state: State, direction: Direction, digits: String) {
        (self.id, self.state, self.direction) = (id, state, direction)
        self.digits = Self.isNumber(digits) ? digits : ""
    }

    /// The most calls that the front takes from a gateway.
    public static let mostCalls = 16

    /// The most characters of a number that a headset gets or dials.
    public static let mostDigits = 32

    /// Whether a headset may get or dial that: digits, `*` and `#`, after a `+` or without. PipeWire copies the text
    /// into its commands as it is.
    public static func isNumber(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "+") ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty && text.utf8.count <= mostDigits && digits.allSatisfy(isDigit)
    }

    /// Whether a headset may send that as a tone.
    public static func isTone(_ text: String) -> Bool {
        guard text.utf8.count == 1, let code = text.utf8.first else { return false }
        return isDigit(code) || (UInt8(ascii: "A")...UInt8(ascii: "D")).contains(code)
    }

    private static func isDigit(_ code: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(code) || code == UInt8(ascii: "*")
            || code == UInt8(ascii: "#")
    }
}

/// What the user of a headset asks for: a word of `org.monkeycall.ModemFront.Pressed`.
public enum FrontPress: String, Hashable, Sendable, CaseIterable {
    case accept
    case hangup
}

/// Whether a front shows the calls of a user: a word of its `State`.
public enum FrontState: String, Hashable, Sendable, CaseIterable {
    case shown
    case unwatched
    case nameTaken = "name-taken"
    case background
    case detached
}
