// SPDX-License-Identifier: MIT
internal import CSystemd

/// The announcement of a property's changes, as introspection describes it.
public enum PropertyChange: Sendable {
    /// Announced with the new value.
    case change
    /// Announced without the value.
    case invalidates
    /// Never changes.
    case const
    /// Changes silently.
    case none

    var flag: UInt64 {
        switch self {
        case .change: UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
        case .invalidates: UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_INVALIDATION)
        case .const: UInt64(SD_BUS_VTABLE_PROPERTY_CONST)
        case .none: 0
        }
    }
}
