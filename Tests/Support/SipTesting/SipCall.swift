// SPDX-License-Identifier: MIT

/// A call as baresip's events have shown it.
package struct SipCall: Sendable, Equatable {
    package enum State: Sendable {
        case ringing
        case dialing
        case active
    }

    /// baresip's id of the call. Both phones of a call use the same.
    package let id: String
    package let isIncoming: Bool
    /// The address of the other side.
    package let peer: String
    /// The registry's id of the call.
    package internal(set) var uuid: String
    package internal(set) var state: State
    /// Whether the other side has agreed that this phone holds the call.
    package internal(set) var isOnHold = false
    package internal(set) var isMuted = false
    /// The last command. The other side must agree.
    var isToBeOnHold = false

    /// The registry's id of a call that the registry did not start: the 16 digits of baresip's, in the form of a UUID.
    package static func uuid(of call: String) -> String {
        let id = call.prefix(16)
        let digits = id + String(repeating: "0", count: 16 - id.count)
        return "\(digits.prefix(8))-\(digits.dropFirst(8).prefix(4))-\(digits.suffix(4))-8000-000000000000"
    }
}
