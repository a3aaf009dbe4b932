// SPDX-License-Identifier: MIT

import CallInterface
package import SDBus

/// A copy of a user's calls, providers and audio that follows the service's, also to the next service if one has gone.
/// After a restart of a service that keeps its state, only the differences are sent.
package final class RegistryMirror {
    /// What is copied. The service is asked for nothing else.
    package enum Scope {
        case everything
        /// Calls and providers.
        case objects
        case audio
    }

    package private(set) var registry = Registry()
    package private(set) var audio = AudioRecord()
    /// Whether the service has answered: ``registry`` is that of the present service.
    package private(set) var isLoaded = false
    private let client: CallClient
    private let scope: Scope
    private let notify: (MirrorEvent) -> Void
    private var loaded: (BusError?) -> Void = { _ in }

    /// `notify` is called after each change.
    package init(_ client: CallClient, _ scope: Scope = .everything, notify: @escaping (MirrorEvent) -> Void) {
        self.client = client
        self.scope = scope
        self.notify = notify
    }

    /// Begins to copy what the client follows; the bus starts the service if it can. `loaded` is called after each
    /// answer of a service, and with the error if there is none.
    package func begin(_ loaded: @escaping (BusError?) -> Void) throws(BusError) {
        self.loaded = loaded
        if scope != .audio {
            try client.listen(to: StandardInterface.objectManager) { [weak self] in self?.objectsChanged($0) }
        }
        client.onPropertiesChanged { [weak self] in self?.changed($0.path.text, $0.interface, $0.properties) }
        client.observe { [weak self] change in
            guard let self else { return }
            switch change {
            case .found: if !isLoaded { load() }
            case .continues: load()
            case .absent, .lost: lose()
            }
        }
        load()
    }

    private func lose() {
        let wasLoaded = isLoaded
        (isLoaded, registry, audio) = (false, Registry(), AudioRecord())
        if wasLoaded { notify(.serviceLost) }
    }

    /// Asks for everything, which also subscribes to the changes. There is no time-out, because nothing would ask
    /// again.
    private func load() {
        switch scope {
        case .everything:
            loadObjects()
            loadAudio { _ in }
        case .objects: loadObjects()
        case .audio: loadAudio(loaded)
        }
    }

    private func loadObjects() {
        client.call(client.managedObjects, timeout: .max) { [weak self] reply in
            guard let self else { return }
            do throws(BusError) {
                let reply = try reply.get()
                guard client.isFromService(reply) else { return }
                take(Registry(try reply.read(Registry.Objects.self), at: client.root))
                loaded(nil)
            } catch {
                // The service was killed before it answered.
                if error.name == StandardErrorName.noReply, client.connection != nil { return loadObjects() }
                loaded(error)
            }
        }
    }

    /// Tells everything of a service that was not known, and the differences of one that is back.
    private func take(_ new: Registry) {
        if !isLoaded {
            isLoaded = true
            notify(.serviceFound)
        }
        let old = registry
        registry = new
        for (path, call) in old.calls where new.calls[path] == nil { notify(.callRemoved(call)) }
        for (path, provider) in old.providers where new.providers[path] == nil { notify(.providerRemoved(provider)) }
        for (path, provider) in new.providers.sorted(by: { $0.value.identifier < $1.value.identifier }) {
            if let before = old.providers[path] {
                if before != provider { notify(.providerChanged(before, provider)) }
            } else {
                notify(.providerAdded(provider))
            }
        }
        for (path, call) in new.calls.sorted(by: { $0.value.precedes($1.value) }) {
            if let before = old.calls[path] {
                if before != call { notify(.callChanged(before, call)) }
            } else {
                notify(.callAdded(call))
            }
        }
    }

    /// Asks for the audio, also if it is known. `completion` is called after the answer counts.
    package func loadAudio(_ completion: @escaping (BusError?) -> Void) {
        client.call(client.allProperties, CallManagerName.audio.text, timeout: .max) { [weak self] reply in
            guard let self else { return }
            do throws(BusError) {
                let reply = try reply.get()
                if client.isFromService(reply) { audioChanged(try reply.read([String: Variant].self)) }
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }

    // MARK: Signals

    private func objectsChanged(_ signal: Message) {
        // A signal that cannot be read is not one of the service's interfaces.
        guard isLoaded, signal.path == client.root else { return }
        switch signal.member {
        case "InterfacesAdded":
            if let (path, interfaces) = try? signal.read(ObjectPath.self, [String: [String: Variant]].self) {
                added(path.text, interfaces)
            }
        case "InterfacesRemoved": if let path = try? signal.read(ObjectPath.self) { removed(path.text) }
        default: break
        }
    }

    private func added(_ path: String, _ interfaces: [String: [String: Variant]]) {
        if let properties = interfaces[CallManagerName.call.text] {
            guard registry.calls[path] == nil else { return changed(path, CallManagerName.call, properties) }
            let call = CallRecord(properties)
            registry.calls[path] = call
            notify(.callAdded(call))
        }
        if let properties = interfaces[CallManagerName.provider.text] {
            guard registry.providers[path] == nil else { return changed(path, CallManagerName.provider, properties) }
            let provider = ProviderRecord(properties)
            registry.providers[path] = provider
            notify(.providerAdded(provider))
        }
    }

    private func removed(_ path: String) {
        if let call = registry.calls.removeValue(forKey: path) { notify(.callRemoved(call)) }
        if let provider = registry.providers.removeValue(forKey: path) { notify(.providerRemoved(provider)) }
    }

    private func changed(_ path: String, _ interface: InterfaceName, _ properties: [String: Variant]) {
        switch interface {
        case CallManagerName.call:
            guard let before = registry.calls[path] else { return }
            let after = CallRecord(before.properties.merging(properties) { $1 })
            guard after != before else { return }
            registry.calls[path] = after
            notify(.callChanged(before, after))
        case CallManagerName.provider:
            guard let before = registry.providers[path] else { return }
            let after = ProviderRecord(before.properties.merging(properties) { $1 })
            guard after != before else { return }
            registry.providers[path] = after
            notify(.providerChanged(before, after))
        case CallManagerName.audio where path == client.root.text && scope != .objects: audioChanged(properties)
        default: break
        }
    }

    private func audioChanged(_ properties: [String: Variant]) {
        let before = audio
        audio.properties.merge(properties) { $1 }
        if audio != before { notify(.audioChanged(before, audio)) }
    }
}

/// A change of the copy. `Changed` has the record before and after.
package enum MirrorEvent {
    case serviceFound
    case serviceLost
    case callAdded(CallRecord)
    case callChanged(CallRecord, CallRecord)
    case callRemoved(CallRecord)
    case providerAdded(ProviderRecord)
    case providerChanged(ProviderRecord, ProviderRecord)
    case providerRemoved(ProviderRecord)
    case audioChanged(AudioRecord, AudioRecord)
}
