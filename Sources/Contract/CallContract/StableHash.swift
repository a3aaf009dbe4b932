// SPDX-License-Identifier: MIT

extension Sequence<UInt8> {
    /// FNV-1a: the same number for the same bytes in every process and every version, unlike `hashValue`. It is easy to
    /// find other bytes with this number. `basis` is the number of the bytes before these.
    package func stableHash(from basis: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// The same with 128 bits.
    package func stableLongHash() -> UInt128 {
        reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) {
            ($0 ^ UInt128($1)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
    }
}
