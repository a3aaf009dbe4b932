// SPDX-License-Identifier: MIT

import SDBus

/// The modems of ModemManager, which are objects of its object manager.
final class ModemManagerModems: ModemList {
    static let source = SourceName.modemManager
    static let bus = ModemManagerName.bus

    private(set) var modems: [String: ModemManagerModem] = [:]
    private let program: SourceProgram
    private let host: ModemHost
    private var slots: [BusSlot] = []

    init(of program: SourceProgram, _ host: ModemHost) { (self.program, self.host) = (program, host) }

    func begin() throws(BusError) {
        // The bridge follows the states before it knows the first modem: else it would miss that a modem is enabled while it is added.
        slots = [
            try program.bus.onSignal(
                from: program.owner, path: ModemManagerName.path, interface: StandardInterface.objectManager
            ) { [unowned self] in changed($0) },
            try program.bus.onSignal(from: program.owner, interface: ModemManagerName.modem, member: "StateChanged") {
                [unowned self] in modems[$0.path]?.stateChanged($0)
            },
        ]
        program.call(ModemManagerName.path, StandardInterface.objectManager, "GetManagedObjects") {
            [weak self] reply in
            let objects = try? reply.get().read([ObjectPath: [String: [String: Variant]]].self)
            for (path, interfaces) in objects ?? [:] { self?.add(path.text, interfaces) }
        }
    }

    private func changed(_ signal: Message) {
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

    /// A modem gets its interfaces one after another.
    private func add(_ path: String, _ interfaces: [String: [String: Variant]]) {
        if let modem = modems[path] {
            if let voice = interfaces[ModemManagerName.voice] { modem.setVoice(voice) }
            return
        }
        guard interfaces[ModemManagerName.modem] != nil else { return }
        let modem = ModemManagerModem(path, interfaces, of: program, host)
        modems[path] = modem
        host.begin(modem)
    }

    private func remove(_ path: String, _ interfaces: [String]) {
        if interfaces.contains(ModemManagerName.modem) {
            modems.removeValue(forKey: path)?.end()
        } else if interfaces.contains(ModemManagerName.voice) {
            modems[path]?.setVoice(nil)
        }
    }
}
