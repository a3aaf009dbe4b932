// SPDX-License-Identifier: MIT

/// What has the calls of a line, and so which of its commands the program before it takes.
package enum ModemKind: Hashable, Sendable {
    /// A modem of this machine.
    case modem
    /// A phone over Bluetooth. PipeWire asks for a call that waits before it holds the active one, for a held call before it swaps,
    /// and for a call that is not waiting before it answers one.
    case phone

    /// Whether the only call can be held.
    var holdsAlone: Bool {
        switch self {
        case .modem: true
        case .phone: false
        }
    }

    /// The beginning of the identifiers of its providers.
    package var identifierPrefix: String {
        switch self {
        case .modem: "org.monkeycall.Modem."
        case .phone: "org.monkeycall.Phone."
        }
    }
}
