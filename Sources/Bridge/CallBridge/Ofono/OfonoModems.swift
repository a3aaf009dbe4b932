// SPDX-License-Identifier: MIT

import SDBus

/// The modems of oFono.
final class OfonoModems: ModemList {
    static let source = SourceName.ofono
    static let bus = OfonoName.bus

    private(set) var modems: [ObjectPath: OfonoModem] = [:]
    private let program: SourceProgram
    private let host: ModemHost
    private var slots: [BusSlot] = []

    init(of program: SourceProgram, _ host: ModemHost) { (self.program, self.host) = (program, host) }

    func begin() throws(BusError) {
        // The bridge follows the properties before it knows the first modem: else it would miss a change while the
        // modem is added.
        slots = [
            try program.remote.onSignal(path: "/", interface: OfonoName.manager) {
                [unowned self] in changed($0)
            },
            try program.remote.onSignal(interface: OfonoName.modem, member: "PropertyChanged") {
                [unowned self] in modems[$0.path]?.propertyChanged($0)
            },
            try program.remote.onSignal(interface: OfonoName.voice, member: "PropertyChanged") {
                [unowned self] in modems[$0.path]?.voiceChanged($0)
            },
        ]
        program.remote.call("/", OfonoName.manager, "GetModems") { [weak self] reply in
            for (path, properties) in reply.ofonoList ?? [] { self?.add(path, properties) }
        }
    }

    private func changed(_ signal: Message) {
        switch signal.member {
        case "ModemAdded":
            guard let (path, properties) = try? signal.read(ObjectPath.self, [String: Variant].self) else { return }
            add(path, properties)
        case "ModemRemoved":
            if let path = try? signal.read(ObjectPath.self) { modems.removeValue(forKey: path)?.end() }
        default: break
        }
    }

    private func add(_ path: ObjectPath, _ properties: [String: Variant]) {
        guard modems[path] == nil else { return }
        let modem = OfonoModem(path, properties, of: program, host)
        modems[path] = modem
        host.begin(modem)
    }
}
