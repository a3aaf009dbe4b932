// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// Keeps a copy of all calls up to date, and tells a printer of every change.
final class Watcher {
    private let service: Service
    private let printer: any WatchPrinter
    private var registry = Registry()
    private var audio = AudioRecord()
    /// The service's connection whose calls these are; nobody else is believed.
    private var owner: String?
    private var hasBegun = false
    private var slots: [BusSlot] = []
    private var failure: Failure?

    init(_ service: Service, _ printer: any WatchPrinter) {
        self.service = service
        self.printer = printer
    }

    /// Returns when the user has had enough. Throws if there is no service to begin with, or the bus ends.
    func run() throws(Failure) {
        try service.attempt { () throws(BusError) in
            let connection = service.connection
            try service.loop.exitOnTerminationSignals()
            try connection.onDisconnect { [unowned self] in end(service.lost) }
            for interface in [StandardInterface.objectManager, StandardInterface.properties] {
                slots.append(try connection.onUnicastSignal(interface: interface) { [unowned self] in came($0) })
            }
            slots.append(try connection.watchName(CallManagerName.bus) { [unowned self] in ownerChanged($0) })
            try load()
            _ = try service.loop.run()
        }
        if let failure { throw failure }
    }

    private func end(_ failure: Failure) {
        self.failure = failure
        service.loop.exit(1)
    }

    private func ownerChanged(_ newOwner: String?) {
        guard newOwner != owner else { return }
        if owner != nil {
            (owner, registry, audio) = (nil, Registry(), AudioRecord())
            printer.show(.serviceLost, in: registry)
        }
        if newOwner != nil { try? load() }
    }

    /// Asks for everything that there is. Asking subscribes to what comes then.
    private func load() throws(BusError) {
        let connection = service.connection
        let objects = service.method("GetManagedObjects", interface: StandardInterface.objectManager)
        try connection.callAsync(objects) { [unowned self] reply in
            do throws(BusError) {
                try loaded(try reply.get())
            } catch {
                // Afterwards the bus says when there is a service to ask again.
                if !hasBegun { end(service.failure(error)) }
            }
        }
        let properties = service.method("GetAll", interface: StandardInterface.properties)
        try connection.callAsync(properties, CallManagerName.audio) { [unowned self] reply in
            guard let reply = try? reply.get(), reply.sender == owner,
                let properties = try? reply.read([String: Variant].self)
            else { return }
            audioChanged(properties)
        }
    }

    private func loaded(_ reply: Message) throws(BusError) {
        guard reply.sender != owner else { return }
        let loaded = Registry(try reply.read(Registry.Objects.self), at: service.root)
        hasBegun = true
        owner = reply.sender
        printer.show(.serviceFound, in: registry)
        registry = loaded
        for provider in registry.providersInOrder { printer.show(.providerAdded(provider), in: registry) }
        for call in registry.callsInOrder { printer.show(.callAdded(call), in: registry) }
    }

    private func came(_ signal: Message) {
        guard signal.sender == owner else { return }
        // A signal that cannot be read is not one of the service's interfaces.
        switch signal.member {
        case "InterfacesAdded" where signal.path == service.root:
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String: [String: Variant]].self) else {
                return
            }
            added(path.text, interfaces)
        case "InterfacesRemoved" where signal.path == service.root:
            guard let path = try? signal.read(ObjectPath.self) else { return }
            removed(path.text)
        case "PropertiesChanged":
            guard let (interface, properties) = try? signal.read(String.self, [String: Variant].self) else { return }
            changed(signal.path, interface, properties)
        default: break
        }
    }

    private func added(_ path: String, _ interfaces: [String: [String: Variant]]) {
        if let properties = interfaces[CallManagerName.call] {
            guard registry.calls[path] == nil else { return changed(path, CallManagerName.call, properties) }
            let call = CallRecord(properties)
            registry.calls[path] = call
            printer.show(.callAdded(call), in: registry)
        }
        if let properties = interfaces[CallManagerName.provider] {
            guard registry.providers[path] == nil else { return changed(path, CallManagerName.provider, properties) }
            let provider = ProviderRecord(properties)
            registry.providers[path] = provider
            printer.show(.providerAdded(provider), in: registry)
        }
    }

    private func removed(_ path: String) {
        if let call = registry.calls.removeValue(forKey: path) { printer.show(.callRemoved(call), in: registry) }
        if let provider = registry.providers.removeValue(forKey: path) {
            printer.show(.providerRemoved(provider), in: registry)
        }
    }

    private func changed(_ path: String, _ interface: String, _ properties: [String: Variant]) {
        switch interface {
        case CallManagerName.call:
            guard let before = registry.calls[path] else { return }
            let after = CallRecord(before.properties.merging(properties) { $1 })
            guard after.properties != before.properties else { return }
            registry.calls[path] = after
            printer.show(.callChanged(before, after), in: registry)
        case CallManagerName.provider:
            guard let before = registry.providers[path] else { return }
            let after = ProviderRecord(before.properties.merging(properties) { $1 })
            guard after.properties != before.properties else { return }
            registry.providers[path] = after
            printer.show(.providerChanged(before, after), in: registry)
        case CallManagerName.audio where path == service.root: audioChanged(properties)
        default: break
        }
    }

    private func audioChanged(_ properties: [String: Variant]) {
        let before = audio
        audio.properties.merge(properties) { $1 }
        guard audio.properties != before.properties else { return }
        printer.show(.audioChanged(before, audio), in: registry)
    }
}
