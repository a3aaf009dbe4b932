// SPDX-License-Identifier: MIT

package import SDBus

/// The sources of one bus. Confined to the thread of the loop.
package final class Bridge {
    private let sources: [any CallSource]

    package init(_ sources: [any CallSource]) { self.sources = sources }

    /// The sources of a user's session. `session` is the bus of the programs, `registry` that of the call service.
    package static func ofSession(
        _ session: BusConnection, registry: BusAddress, _ loop: EventLoop, log: @escaping (String) -> Void
    ) -> Bridge {
        let watch = RegistryWatch(on: registry, loop)
        return Bridge([GnomeCallsSource(on: session, registry: watch, on: registry, loop, log: log)])
    }

    /// The sources of the system: modems, whose calls belong to the user of the seat. `system` is the bus of their programs,
    /// `registry` that of the call service.
    package static func ofSystem(
        _ system: BusConnection, registry: BusAddress, _ loop: EventLoop, _ seat: SeatUser,
        log: @escaping (String) -> Void
    ) -> Bridge {
        let host = ModemHost(registry: registry, loop, seat, log: log)
        return Bridge([ModemManagerSource(on: system, host), OfonoSource(on: system, host)])
    }

    /// Begins to follow the programs.
    package func begin() throws(BusError) {
        for source in sources { try source.begin() }
    }
}
