// SPDX-License-Identifier: MIT

import CallClient
import SDBus

/// The start of an app that the session bus can start. The service need not know it: an app that was only installed has
/// never registered.
enum AppStart {
    /// How long an app may take from its start to its registration, in microseconds.
    private static let patience: UInt64 = 10_000_000

    /// Starts the app of a provider, and returns when the provider is registered. Does nothing if the bus cannot start
    /// it: the service then says what is missing. `service` is a connection that nothing else uses.
    static func start(_ provider: String, on sessionBus: BusAddress, _ service: Service) throws(Failure) {
        guard BusName(provider) != nil, let bus = try? BusConnection(sessionBus, description: "monkeycall"),
            let names = try? bus.call(.bus("ListActivatableNames")).read([String].self), names.contains(provider)
        else { return }
        do throws(BusError) {
            _ = try bus.call(.bus("StartServiceByName"), provider, UInt32(0))
            try wait(for: provider, service)
        } catch {
            throw Failure(.failed, "AppNotStarted", "\(provider) does not start: \(error.message)")
        }
    }

    private static func wait(for provider: String, _ service: Service) throws(BusError) {
        let mirror = RegistryMirror(service.client, .objects) { event in
            if case .providerAdded(let added) = event, added.identifier == provider { service.loop.exit() }
        }
        try service.client.follow(on: service.connection)
        try mirror.begin { _ in }
        // Without the provider, the service says what is missing.
        let timer = service.loop.timer(after: patience) { service.loop.exit() }
        _ = try service.loop.run()
        withExtendedLifetime((mirror, timer)) {}
    }
}
