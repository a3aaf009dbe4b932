// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallContract
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

    /// The stable hash of the provider's identifier, as a UUID of version 8, which says that its bits are made this
    /// way.
    static func id(of provider: ProviderRecord) -> UUID {
        let hash = provider.identifier.utf8.stableLongHash()
        let high = UInt64(truncatingIfNeeded: hash >> 64) & ~0xf000 | 0x8000
        let low = UInt64(truncatingIfNeeded: hash) & ~(0b11 << 62) | 0b10 << 62
        return UUID(CallID(high: high, low: low))
    }
}
