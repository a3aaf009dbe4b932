// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface
internal import CallLibrary
public import Foundation

/// A modem or phone that places calls over the telephone network: a provider of the class `cellular`.
public struct CellularService: Identifiable, Hashable, Codable, Sendable {
    /// Identifies the service, also after a restart of the computer.
    public let id: UUID
    /// The name for people.
    public let label: String
}

extension CellularService {
    init(_ provider: ProviderRecord) {
        (id, label) = (Self.id(of: provider), provider.name)
    }

    /// FNV-1a of the provider's identifier, as a UUID of version 8, which says that its bits are made this way.
    static func id(of provider: ProviderRecord) -> UUID {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in provider.identifier.utf8 {
            hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
        let high = UInt64(truncatingIfNeeded: hash >> 64) & ~0xf000 | 0x8000
        let low = UInt64(truncatingIfNeeded: hash) & ~(0b11 << 62) | 0b10 << 62
        return UUID(CallID(high: high, low: low))
    }
}
