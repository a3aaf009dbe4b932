// SPDX-License-Identifier: MIT

/// The registry's source of version 4 UUIDs. The same seed gives the same sequence, so that a story can be replayed.
struct IDSource: Hashable, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next<Kind>() -> ID<Kind> {
        let high = word() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = word() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return ID(high: high, low: low)
    }

    /// SplitMix64.
    private mutating func word() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension IDSource: Kept {
    package func write(to writer: inout StateWriter) { writer.append(word: state) }
    package init(from reader: inout StateReader) throws(UnreadableState) { state = try reader.word() }
}
