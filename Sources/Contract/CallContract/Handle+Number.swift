// SPDX-License-Identifier: MIT

extension Handle {
    /// The number without what people write between its digits; nil if it is no number that a telephone network dials.
    /// A character that is no part of a number could end the command of a modem and begin another one.
    public var dialable: String? {
        switch kind {
        case .emailAddress: return nil
        case .phoneNumber, .generic: break
        }
        let number = value.filter { !" -./()\u{a0}".contains($0) }
        let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
        guard !digits.isEmpty, digits.utf8.count <= Self.longestNumber, digits.utf8.allSatisfy(Self.isDialed) else {
            return nil
        }
        return number
    }

    /// Of a dialled number in 3GPP TS 24.008, in digits.
    private static let longestNumber = 80

    private static func isDialed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "#"): true
        default: false
        }
    }
}

extension Limits {
    /// Whether a provider can name this emergency number: nothing but its digits.
    public func allowsEmergencyNumber(_ number: String) -> Bool {
        number.utf8.count <= emergencyNumberDigits && Handle(kind: .phoneNumber, value: number).dialable == number
    }
}
