// SPDX-License-Identifier: MIT

/// The place of one control in the reports of a device.
struct ReportControl: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// The value is that of the control. A *relative* control reports presses, a *latching* one its state, and
        /// another one is on while it is held.
        case variable(isRelative: Bool, isLatching: Bool)
        /// Each of so many values is the number of a control that is on.
        case array(count: Int, number: UInt32)
    }

    let usage: Usage
    /// 0 for a device without numbers of reports.
    let report: UInt8
    /// Counted from the first bit after the number.
    let firstBit: Int
    /// The size of a value, at most 32 bits.
    let bits: Int
    let form: Form

    /// Whether the control is on in the bytes of a report, without its number.
    func isOn(in bytes: ArraySlice<UInt8>) -> Bool {
        switch form {
        case .variable: value(at: firstBit, in: bytes) != 0
        case .array(let count, let number):
            (0..<count).contains { value(at: firstBit + $0 * bits, in: bytes) == number }
        }
    }

    /// Switches it on in the bytes of a report, which have its place.
    func switchOn(in bytes: inout [UInt8], after offset: Int) {
        let byte = offset + firstBit / 8
        if bytes.indices.contains(byte) { bytes[byte] |= 1 << UInt8(firstBit % 8) }
    }

    /// Nil beyond the end of a report that is too short.
    private func value(at first: Int, in bytes: ArraySlice<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for bit in 0..<bits {
            let place = bytes.startIndex + (first + bit) / 8
            guard place < bytes.endIndex else { return nil }
            if bytes[place] & 1 << UInt8((first + bit) % 8) != 0 { value |= 1 << UInt32(bit) }
        }
        return value
    }
}
