// SPDX-License-Identifier: MIT

import Glibc
package import SDBus

/// The sources of one bus, and the user's choice among them. Confined to the thread of the loop.
package final class Bridge {
    private let sources: [any CallSource]
    private let log: Log
    private var object: BridgeObject?
    /// The names of the sources that are followed.
    private var followed: Set<String> = []
    /// The last settings without a fault.
    private var settings = BridgeSettings()

    package init(_ sources: [any CallSource], log: Log) {
        (self.sources, self.log) = (sources, log)
    }

    /// The sources of a user's session: all calls are those of this process's user. `session` is the bus of the
    /// programs, `registry` that of the call service.
    package static func ofSession(
        _ session: BusConnection, registry: BusAddress, _ loop: EventLoop, log: Log
    ) -> Bridge {
        let watch = RegistryWatch(on: registry, loop)
        let phones = ModemHost(registry: registry, loop, SeatUser(always: geteuid()), log: log)
        return Bridge(
            [
                GnomeCallsSource(on: session, registry: watch, on: registry, loop, log: log),
                ModemSource<TelephonyPhones>(on: session, phones),
                ObservedAppsSource(on: session, registry: watch, on: registry, loop, log: log),
                BrowsersSource(registry: registry, loop, log: log),
            ], log: log)
    }

    /// The sources of the system: modems, whose calls belong to the user of the seat. `system` is the bus of their
    /// programs, `registry` that of the call service.
    package static func ofSystem(
        _ system: BusConnection, registry: BusAddress, _ loop: EventLoop, _ seat: SeatUser, log: Log
    ) -> Bridge {
        let host = ModemHost(registry: registry, loop, seat, log: log)
        return Bridge(
            [ModemSource<ModemManagerModems>(on: system, host), ModemSource<OfonoModems>(on: system, host)], log: log)
    }

    /// Shows the sources on that bus, and begins to follow the programs. nil = it shows them nowhere. `forAllUsers`:
    /// others may ask. `settings` is the user's file, which may be missing; nil = there is none.
    package func begin(
        shownOn bus: BusConnection? = nil, forAllUsers: Bool = false, settings: String? = nil
    ) throws(BusError) {
        if let bus {
            let object = BridgeObject(on: bus) { [unowned self] in
                sources.map { ($0, self.settings.isOn($0.name)) }
            }
            try object.begin(forAllUsers: forAllUsers)
            self.object = object
        }
        reload(settings)
    }

    /// Reads the settings. If they have a mistake, the earlier ones still apply.
    package func reload(_ path: String?) {
        if let path { read(path) }
        for source in sources {
            source.apply(settings)
            let isOn = settings.isOn(source.name)
            guard isOn != followed.contains(source.name) else { continue }
            if isOn { begin(source) } else { end(source) }
        }
    }

    private func read(_ path: String) {
        do throws(UnusableSettings) {
            settings = try BridgeSettings(file: path, sources: sources.map(\.name))
        } catch {
            log(
                "the settings cannot be used; the previous ones still apply",
                ["at": error.place, "message": error.message])
        }
    }

    private func begin(_ source: any CallSource) {
        do throws(BusError) {
            try source.begin()
            followed.insert(source.name)
        } catch {
            log("the source cannot be followed", error, ["source": source.name])
        }
    }

    private func end(_ source: any CallSource) {
        source.end()
        followed.remove(source.name)
    }
}
