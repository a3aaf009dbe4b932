// SPDX-License-Identifier: MIT

/// What has the calls of a line. The program that drives it decides which of its commands it takes, and when.
package enum ModemKind: Hashable, Sendable {
    /// A modem of this machine.
    case modem
    /// A phone over Bluetooth. PipeWire holds the active call only to answer one that waits, swaps only if a call is
    /// held, and answers a call by itself only if it does not wait.
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
