// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
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

/// A modem of oFono: its provider, its calls, and how it performs what the service wants.
final class OfonoModem: BridgedModem {
    private let path: ObjectPath
    private let program: SourceProgram
    private let host: ModemHost
    private let methods: OfonoMethods
    private var properties: [String: Variant]
    private var emergencyNumbers = ModemNumber.emergencyNumbers(named: [])
    /// Begins when the modem can call.
    private(set) var provider: ModemProvider?
    var calls: OfonoCalls?
    private var canCall = false

    init(_ path: ObjectPath, _ properties: [String: Variant], of program: SourceProgram, _ host: ModemHost) {
        (self.path, self.properties, self.program, self.host) = (path, properties, program, host)
        methods = OfonoMethods(
            program: program, host: host, path: path, line: OfonoName.voice, call: OfonoName.call,
            asksForCallerID: true)
    }

    func begin() { update() }

    // MARK: What the modem is

    func propertyChanged(_ signal: Message) {
        guard let (name, value) = try? signal.read(String.self, Variant.self) else { return }
        properties[name] = value
        if name == OfonoName.Property.interfaces.rawValue { update() }
    }

    func voiceChanged(_ signal: Message) {
        guard let (name, value) = try? signal.read(String.self, Variant.self) else { return }
        if name == OfonoName.Property.emergencyNumbers.rawValue { setEmergencyNumbers(value) }
    }

    private func setEmergencyNumbers(_ value: Variant?) {
        emergencyNumbers = ModemNumber.emergencyNumbers(named: value?.strings ?? [])
        provider?.setEmergencyNumbers(emergencyNumbers)
    }

    /// A modem has the interface for calls while it can call, be it only in an emergency.
    private func update() {
        let canCall = properties[ofono: .interfaces]?.strings?.contains(OfonoName.voice.text) ?? false
        guard canCall != self.canCall else { return }
        self.canCall = canCall
        if canCall { load() } else { end() }
    }

    private func load() {
        program.remote.call(path, OfonoName.voice, "GetProperties") { [weak self] reply in
            let voice = (try? reply.get().read([String: Variant].self)) ?? [:]
            self?.setEmergencyNumbers(voice[ofono: .emergencyNumbers])
        }
        // The name of the SIM's operator tells people which of two modems it is.
        program.remote.call(path, OfonoName.sim, "GetProperties") { [weak self] reply in
            self?.identify((try? reply.get().read([String: Variant].self)) ?? [:])
        }
    }

    private func identify(_ sim: [String: Variant]) {
        guard canCall, calls == nil else { return }
        let names = [
            sim[ofono: .serviceProviderName], properties[ofono: .name], properties[ofono: .model],
            properties[ofono: .manufacturer],
        ].map { $0?.string ?? "" }
        if provider == nil {
            // oFono names a modem after the place where it is plugged in.
            provider = ModemProvider(path.text, name: names.first { !$0.isEmpty } ?? "Modem", host) { [unowned self] in
                methods.perform($0, path: { [unowned self] key in calls?.path(of: key) }, then: $1)
            }
        }
        provider?.setEmergencyNumbers(emergencyNumbers)
        provider?.setUsable(true)
        loadCalls()
    }

    // MARK: Its calls

    private func loadCalls() {
        let calls = OfonoCalls(of: path, program) { [unowned self] key, call, isOld in show(key, call, isOld: isOld) }
        self.calls = calls
        host.log.attempt("cannot follow the calls of a modem") { () throws(BusError) in try calls.begin() }
    }

    private func show(_ key: SourceKey, _ call: ModemCall?, isOld: Bool) {
        guard var call else { return provider?.hide(key) ?? () }
        if call.outgoing, emergencyNumbers.contains(call.number) { call.isEmergency = true }
        provider?.show(key, call, isOld: isOld)
    }
}
