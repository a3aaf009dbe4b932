// SPDX-License-Identifier: MIT

package import SDBus

/// ModemManager: a provider for each modem that can call.
package final class ModemManagerSource: CallSource {
    package let name = "modem-manager"
    private let bus: BusConnection
    private let host: ModemHost
    private let owner: NameOwner
    private var object: ModemProgram?
    private var slots: [BusSlot] = []
    private var modems: [String: ModemManagerModem] = [:]

    /// `bus` is the bus of ModemManager.
    package init(on bus: BusConnection, _ host: ModemHost) {
        (self.bus, self.host) = (bus, host)
        owner = NameOwner(ModemManagerName.bus, on: bus)
    }

    package var isPresent: Bool { object != nil }
    package var providers: [BridgedProvider] { modems.values.compactMap { $0.provider?.registered } }

    package func begin() throws(BusError) {
        try owner.begin { [unowned self] owner in
            if let owner { arrive(owner) } else { leave() }
        }
    }

    package func end() {
        owner.end()
        leave()
    }

    // MARK: The program

    private func arrive(_ owner: String) {
        do throws(BusError) {
            let object = try ModemProgram(owner, on: bus)
            self.object = object
            slots = [
                try bus.onSignal(
                    from: owner, path: ModemManagerName.path, interface: StandardInterface.objectManager
                ) { [unowned self] in objectsChanged($0) }
            ]
            load(from: object)
        } catch {
            host.log("cannot follow ModemManager: \(error.message)")
            leave()
        }
    }

    private func load(from object: ModemProgram) {
        object.call(ModemManagerName.path, StandardInterface.objectManager, "GetManagedObjects") { [weak self] reply in
            guard let self, self.object?.owner == object.owner,
                let objects = try? reply.get().read([ObjectPath: [String: [String: Variant]]].self)
            else { return }
            for (path, interfaces) in objects { add(path.text, interfaces) }
        }
    }

    private func leave() {
        for modem in modems.values { modem.end() }
        (object, slots, modems) = (nil, [], [:])
    }

    // MARK: The modems

    private func objectsChanged(_ signal: Message) {
        switch signal.member {
        case "InterfacesAdded":
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String: [String: Variant]].self) else {
                return
            }
            add(path.text, interfaces)
        case "InterfacesRemoved":
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String].self) else { return }
            remove(path.text, interfaces)
        default: break
        }
    }

    private func add(_ path: String, _ interfaces: [String: [String: Variant]]) {
        if let modem = modems[path] {
            if let voice = interfaces[ModemManagerName.voice] { modem.setVoice(voice) }
            return
        }
        guard let object, interfaces[ModemManagerName.modem] != nil else { return }
        let modem = ModemManagerModem(path, interfaces, of: object, host)
        modems[path] = modem
        do throws(BusError) {
            try modem.begin()
        } catch {
            host.log("cannot follow a modem: \(error.message)")
        }
    }

    private func remove(_ path: String, _ interfaces: [String]) {
        if interfaces.contains(ModemManagerName.modem) {
            modems.removeValue(forKey: path)?.end()
        } else if interfaces.contains(ModemManagerName.voice) {
            modems[path]?.setVoice(nil)
        }
    }
}
