// SPDX-License-Identifier: MIT

package import CallContract

/// Names a call of a source, also for the next bridge after this one was killed.
package struct SourceKey: Hashable, Sendable {
    /// The life of the program that names the call: another life may use the same names again. For a program on a bus,
    /// the id of that bus and the program's unique name.
    package let life: String
    /// The source's name for the call, such as an object path.
    package let object: String

    package init(life: String, object: String) { (self.life, self.object) = (life, object) }

    /// The id under which the registry knows the call. A bridge that was killed gives the call the same id again, so
    /// that calls which were held for it still resume.
    package var callID: CallID {
        // Version 8 and the variant of RFC 9562: an id that its maker derives in its own way.
        let high = hash(from: 0xcbf2_9ce4_8422_2325) & ~0xF000 | 0x8000
        let low = hash(from: 0x6c62_272e_07bb_0142) & ~(0b11 << 62) | 0b10 << 62
        return CallID(high: high, low: low)
    }

    /// The stable hash, mixed by the last steps of SplitMix64. No program gains anything by a collision, because each
    /// names only its own calls.
    private func hash(from basis: UInt64) -> UInt64 {
        // Separates the parts: no text contains this byte.
        let end = CollectionOfOne<UInt8>(0xFF)
        var hash = object.utf8.stableHash(from: end.stableHash(from: life.utf8.stableHash(from: basis)))
        // Objects have similar names. Their ids differ in the first digits too, which people type.
        hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
        return hash ^ hash >> 31
    }
}
