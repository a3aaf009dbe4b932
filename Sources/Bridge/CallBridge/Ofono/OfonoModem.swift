// SPDX-License-Identifier: MIT

import BridgeCore
import SDBus

/// A modem of oFono: its provider, its calls, and how it performs what the registry wants.
final class OfonoModem: BridgedModem {
    private let path: ObjectPath
    private let program: SourceProgram
    private let host: ModemHost
    private let methods: OfonoMethods
    private var properties: [String: Variant]
    private var emergencyNumbers = ModemNumber.emergencyNumbers(named: [])
    /// Begins when the modem can call.
    private(set) var provider: ModemProvider?
    private var calls: OfonoCalls?
    private var canCall = false

    init(_ path: ObjectPath, _ properties: [String: Variant], of program: SourceProgram, _ host: ModemHost) {
        (self.path, self.properties, self.program, self.host) = (path, properties, program, host)
        methods = OfonoMethods(
            program: program, host: host, path: path, line: OfonoName.voice, call: OfonoName.call,
            asksForCallerID: true)
    }

    func begin() { update() }

    /// The modem has been unplugged, or oFono has gone.
    func end() { lose() }

    private func lose() {
        calls?.end()
        calls = nil
        provider?.lose()
    }

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
        if canCall { load() } else { lose() }
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
                perform($0, then: $1)
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
        do throws(BusError) {
            try calls.begin()
        } catch {
            host.log("cannot follow the calls of a modem", error)
        }
    }

    private func show(_ key: SourceKey, _ call: ModemCall?, isOld: Bool) {
        guard var call else { return provider?.hide(key) ?? () }
        if call.outgoing, emergencyNumbers.contains(call.number) { call.isEmergency = true }
        provider?.show(key, call, isOld: isOld)
    }

    // MARK: What it does

    private func perform(_ operation: ModemOperation, then body: @escaping (Bool) -> Void) {
        methods.perform(operation, path: { calls?.path(of: $0) }, then: body)
    }
}
