// SPDX-License-Identifier: MIT

package import CallModel

/// Numbers as a modem dials them.
package enum ModemNumber {
    /// The number without what people write between its digits; nil if a modem cannot dial it. A character that is no part of a
    /// number could end the modem's command and begin another one.
    package static func dialable(_ handle: Handle) -> String? {
        switch handle.kind {
        case .emailAddress: return nil
        case .phoneNumber, .generic: break
        }
        let number = handle.value.filter { !" -./()\u{a0}".contains($0) }
        let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
        guard !digits.isEmpty, digits.utf8.count <= longest, digits.utf8.allSatisfy(isDialed) else { return nil }
        return number
    }

    /// Whether a modem treats a call to this number as an emergency call: the numbers that the modem or its SIM name, and those
    /// of every mobile network, also without a SIM (3GPP TS 22.101).
    package static func isEmergency(_ number: String, among numbers: [String]) -> Bool {
        numbers.contains(number) || everywhere.contains(number)
    }

    private static let everywhere = ["112", "911"]
    /// Of a dialled number in 3GPP TS 24.008, in digits.
    private static let longest = 80

    private static func isDialed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "#"): true
        default: false
        }
    }
}
