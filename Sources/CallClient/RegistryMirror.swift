// SPDX-License-Identifier: MIT
import CallInterface
package import SDBus

/// A copy of all calls, providers and the audio of a user that follows those of the service, also to the next service when
/// one has gone.
package final class RegistryMirror {
    package private(set) var registry = Registry()
    package private(set) var audio = AudioRecord()
    /// The service's connection whose calls these are; nobody else is believed.
    package private(set) var owner: String?
    private let connection: BusConnection
    private let root: String
    private let tell: (MirrorEvent) -> Void
    private var slots: [BusSlot] = []

    /// `root` is the manager object of the user whose calls these are. `tell` is called after each change.
    package init(
        _ connection: BusConnection, root: String = CallManagerName.path, tell: @escaping (MirrorEvent) -> Void
    ) {
        self.connection = connection
        self.root = root
        self.tell = tell
    }

    /// Begins to follow. `failed` is called if there is no service to begin with; the bus starts it if it can.
    package func begin(failed: @escaping (BusError) -> Void) throws(BusError) {
        for interface in [Self.objectManager, Self.properties] {
            slots.append(try connection.onUnicastSignal(interface: interface) { [unowned self] in came($0) })
        }
        slots.append(try connection.watchName(CallManagerName.bus) { [unowned self] in ownerChanged($0) })
        try load(failed: failed)
    }

    private static let objectManager = "org.freedesktop.DBus.ObjectManager"
    private static let properties = "org.freedesktop.DBus.Properties"

    private func ownerChanged(_ newOwner: String?) {
        guard newOwner != owner else { return }
        if owner != nil {
            (owner, registry, audio) = (nil, Registry(), AudioRecord())
            tell(.serviceLost)
        }
        // If it goes again, the bus will say so.
        if newOwner != nil { try? load { _ in } }
    }

    /// Asks for everything that there is. Asking subscribes to what comes then. A service that is late is waited for: nobody
    /// would ask again.
    private func load(failed: @escaping (BusError) -> Void) throws(BusError) {
        let objects = CallTarget(CallManagerName.bus, root, Self.objectManager, "GetManagedObjects")
        try connection.callAsync(objects, timeout: .max) { [unowned self] reply in
            do throws(BusError) {
                try loaded(try reply.get())
            } catch {
                failed(error)
            }
        }
        let properties = CallTarget(CallManagerName.bus, root, Self.properties, "GetAll")
        try connection.callAsync(properties, CallManagerName.audio, timeout: .max) { [unowned self] reply in
            guard let reply = try? reply.get(), reply.sender == owner,
                let properties = try? reply.read([String: Variant].self)
            else { return }
            audioChanged(properties)
        }
    }

    private func loaded(_ reply: Message) throws(BusError) {
        guard reply.sender != owner else { return }
        let loaded = Registry(try reply.read(Registry.Objects.self), at: root)
        owner = reply.sender
        tell(.serviceFound)
        registry = loaded
        for provider in registry.providersInOrder { tell(.providerAdded(provider)) }
        for call in registry.callsInOrder { tell(.callAdded(call)) }
    }

    private func came(_ signal: Message) {
        guard signal.sender == owner else { return }
        // A signal that cannot be read is not one of the service's interfaces.
        switch signal.member {
        case "InterfacesAdded" where signal.path == root:
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String: [String: Variant]].self) else {
                return
            }
            added(path.text, interfaces)
        case "InterfacesRemoved" where signal.path == root:
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
            tell(.callAdded(call))
        }
        if let properties = interfaces[CallManagerName.provider] {
            guard registry.providers[path] == nil else { return changed(path, CallManagerName.provider, properties) }
            let provider = ProviderRecord(properties)
            registry.providers[path] = provider
            tell(.providerAdded(provider))
        }
    }

    private func removed(_ path: String) {
        if let call = registry.calls.removeValue(forKey: path) { tell(.callRemoved(call)) }
        if let provider = registry.providers.removeValue(forKey: path) {
            tell(.providerRemoved(provider))
        }
    }

    private func changed(_ path: String, _ interface: String, _ properties: [String: Variant]) {
        switch interface {
        case CallManagerName.call:
            guard let before = registry.calls[path] else { return }
            let after = CallRecord(before.properties.merging(properties) { $1 })
            guard after.properties != before.properties else { return }
            registry.calls[path] = after
            tell(.callChanged(before, after))
        case CallManagerName.provider:
            guard let before = registry.providers[path] else { return }
            let after = ProviderRecord(before.properties.merging(properties) { $1 })
            guard after.properties != before.properties else { return }
            registry.providers[path] = after
            tell(.providerChanged(before, after))
        case CallManagerName.audio where path == root: audioChanged(properties)
        default: break
        }
    }

    private func audioChanged(_ properties: [String: Variant]) {
        let before = audio
        audio.properties.merge(properties) { $1 }
        guard audio.properties != before.properties else { return }
        tell(.audioChanged(before, audio))
    }
}
