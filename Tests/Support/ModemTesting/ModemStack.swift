// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation
package import Testing

/// The programs that drive modems. Each story is told with both.
package enum ModemStack: CaseIterable, CustomTestStringConvertible {
    case modemManager
    case ofono

    package var testDescription: String { "\(self)" }

    /// The policy of the program's package.
    package var policy: String {
        switch self {
        case .modemManager: "org.freedesktop.ModemManager1.conf"
        case .ofono: "ofono.conf"
        }
    }

    /// Whether the program lists a call that began before it.
    package var findsCalls: Bool {
        switch self {
        case .modemManager: false
        case .ofono: true
        }
    }

    /// The commands about calls that the program sends to a modem that it finds, without `AT`. The simulated modem,
    /// like one with `+CVHU=1`, ends only calls of data on `H`.
    package var callCommandsAtStart: [String] {
        switch self {
        case .modemManager: ["H"]
        case .ofono: []
        }
    }

    package func modem() throws -> SimulatedModem {
        switch self {
        case .modemManager: try .forModemManager()
        case .ofono: try .forOfono()
        }
    }

    package func daemon(on bus: BusDaemon, _ modems: [SimulatedModem]) throws -> any ModemDaemon {
        switch self {
        case .modemManager: try ModemManagerDaemon(on: bus, modems)
        case .ofono: try OfonoDaemon(on: bus, modems)
        }
    }

    package static var areInstalled: Bool {
        [ModemManagerDaemon.program, OfonoDaemon.program, PolicyKit.program]
            .allSatisfy(FileManager.default.isExecutableFile)
    }
}

extension Trait where Self == ConditionTrait {
    /// ModemManager, oFono and polkit.
    package static var needsModemStacks: Self {
        .enabled(if: ModemStack.areInstalled, "needs ModemManager, oFono and polkitd")
    }
}
