// SPDX-License-Identifier: MIT

import SDBus

/// The modems of ModemManager, which are objects of its object manager.
final class ModemManagerModems: ModemList {
    static let source = SourceName.modemManager
    static let bus = ModemManagerName.bus

    private(set) var modems: [ObjectPath: ModemManagerModem] = [:]
    private let program: SourceProgram
    private let host: ModemHost
    private var slots: [BusSlot] = []
    private let single: SingleProperties
    private let singleVoice: SingleProperties

    init(of program: SourceProgram, _ host: ModemHost) {
        (self.program, self.host) = (program, host)
        single = SingleProperties(
            of: program.remote, ModemManagerName.modem, ModemManagerName.Property.ofModem.map(\.rawValue))
        singleVoice = SingleProperties(
            of: program.remote, ModemManagerName.voice, ModemManagerName.Property.ofVoice.map(\.rawValue))
    }

    func begin() throws(BusError) {
        // The bridge follows the states before it knows the first modem: else it would miss that a modem is enabled
        // while it is added.
        slots = [
            try program.remote.onSignal(
                path: ModemManagerName.path, interface: StandardInterface.objectManager
            ) { [unowned self] in changed($0) },
            try program.remote.onSignal(interface: ModemManagerName.modem, member: "StateChanged") {
                [unowned self] in modems[$0.path]?.stateChanged($0)
            },
        ]
        program.remote.call(ModemManagerName.path, StandardInterface.objectManager, "GetManagedObjects") {
            [weak self] reply in
            guard let self, let message = try? reply.get() else { return }
            let list = ObjectList(message)
            for (path, interfaces) in list.objects { add(path, interfaces) }
            program.remote.findRest(of: list, at: ModemManagerName.path) { [weak self] in self?.ask($0) }
        }
    }

    /// Asks for a modem by itself, because the message about it has a text that libsystemd refuses, such as the name of
    /// a network.
    private func ask(_ path: ObjectPath) {
        single.ask(path) { [unowned self] modem in
            guard !modem.isEmpty else { return }
            singleVoice.ask(path) { [unowned self] voice in
                var interfaces = [ModemManagerName.modem.text: modem]
                if !voice.isEmpty { interfaces[ModemManagerName.voice.text] = voice }
                add(path, interfaces)
            }
        }
    }

    private func changed(_ signal: Message) {
        switch signal.member {
        case "InterfacesAdded":
            guard let path = try? signal.read(ObjectPath.self) else { return }
            guard let (_, interfaces) = try? signal.read(ObjectPath.self, [String: [String: Variant]].self) else {
                return ask(path)
            }
            add(path, interfaces)
        case "InterfacesRemoved":
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String].self) else { return }
            remove(path, interfaces)
        default: break
        }
    }

    /// A modem gets its interfaces one after another.
    private func add(_ path: ObjectPath, _ interfaces: [String: [String: Variant]]) {
        if let modem = modems[path] {
            if let voice = interfaces[ModemManagerName.voice.text] { modem.setVoice(voice) }
            return
        }
        guard interfaces[ModemManagerName.modem.text] != nil else { return }
        let modem = ModemManagerModem(path, interfaces, of: program, host)
        modems[path] = modem
        host.begin(modem)
    }

    private func remove(_ path: ObjectPath, _ interfaces: [String]) {
        if interfaces.contains(ModemManagerName.modem.text) {
            single.forget(path)
            singleVoice.forget(path)
            modems.removeValue(forKey: path)?.end()
        } else if interfaces.contains(ModemManagerName.voice.text) {
            modems[path]?.setVoice(nil)
        }
    }
}
