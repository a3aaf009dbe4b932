// SPDX-License-Identifier: MIT

package import SDBus

/// oFono: a provider for each modem that can call.
package final class OfonoSource: CallSource {
    package let name = "ofono"
    private let bus: BusConnection
    private let host: ModemHost
    private let owner: NameOwner
    private var object: ModemProgram?
    private var slots: [BusSlot] = []
    private var modems: [String: OfonoModem] = [:]

    /// `bus` is the bus of oFono.
    package init(on bus: BusConnection, _ host: ModemHost) {
        (self.bus, self.host) = (bus, host)
        owner = NameOwner(OfonoName.bus, on: bus)
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
                try bus.onSignal(from: owner, path: "/", interface: OfonoName.manager) {
                    [unowned self] in modemsChanged($0)
                }
            ]
            load(from: object)
        } catch {
            host.log("cannot follow oFono: \(error.message)")
            leave()
        }
    }

    private func load(from object: ModemProgram) {
        object.call("/", OfonoName.manager, "GetModems") { [weak self] reply in
            guard let self, self.object?.owner == object.owner else { return }
            for (path, properties) in reply.ofonoList { add(path, properties) }
        }
    }

    private func leave() {
        for modem in modems.values { modem.end() }
        (object, slots, modems) = (nil, [], [:])
    }

    // MARK: The modems

    private func modemsChanged(_ signal: Message) {
        switch signal.member {
        case "ModemAdded":
            guard let (path, properties) = try? signal.read(ObjectPath.self, [String: Variant].self) else { return }
            add(path.text, properties)
        case "ModemRemoved":
            if let path = try? signal.read(ObjectPath.self).text { modems.removeValue(forKey: path)?.end() }
        default: break
        }
    }

    private func add(_ path: String, _ properties: [String: Variant]) {
        guard let object, modems[path] == nil else { return }
        let modem = OfonoModem(path, properties, of: object, host)
        modems[path] = modem
        do throws(BusError) {
            try modem.begin()
        } catch {
            host.log("cannot follow a modem: \(error.message)")
        }
    }
}
