// SPDX-License-Identifier: MIT

import BridgeCore
import SDBus

/// A modem of oFono: its provider, its calls, and how it performs what the registry wants.
final class OfonoModem: BridgedModem {
    private let path: String
    private let program: ModemProgram
    private let host: ModemHost
    private var properties: [String: Variant]
    private var emergencyNumbers: [String] = []
    private var slots: [BusSlot] = []
    /// Begins when the modem can call.
    private(set) var provider: ModemProvider?
    private var calls: OfonoCalls?
    private var canCall = false

    init(_ path: String, _ properties: [String: Variant], of program: ModemProgram, _ host: ModemHost) {
        (self.path, self.properties, self.program, self.host) = (path, properties, program, host)
    }

    func begin() throws(BusError) {
        slots = [
            try program.bus.onSignal(
                from: program.owner, path: path, interface: OfonoName.modem, member: "PropertyChanged"
            ) { [unowned self] in propertyChanged($0) },
            try program.bus.onSignal(
                from: program.owner, path: path, interface: OfonoName.voice, member: "PropertyChanged"
            ) { [unowned self] in voiceChanged($0) },
        ]
        update()
    }

    /// The modem has been unplugged, or oFono has gone.
    func end() {
        slots = []
        lose()
    }

    private func lose() {
        calls?.end()
        calls = nil
        provider?.lose()
    }

    // MARK: What the modem is

    private func propertyChanged(_ signal: Message) {
        guard let (name, value) = try? signal.read(String.self, Variant.self) else { return }
        properties[name] = value
        if name == OfonoName.Property.interfaces.rawValue { update() }
    }

    private func voiceChanged(_ signal: Message) {
        guard let (name, value) = try? signal.read(String.self, Variant.self) else { return }
        if name == OfonoName.Property.emergencyNumbers.rawValue { emergencyNumbers = value.strings ?? [] }
    }

    /// A modem has the interface for calls while it can call, be it only in an emergency.
    private func update() {
        let canCall = properties[ofono: .interfaces]?.strings?.contains(OfonoName.voice) ?? false
        guard canCall != self.canCall else { return }
        self.canCall = canCall
        if canCall { load() } else { lose() }
    }

    private func load() {
        program.call(path, OfonoName.voice, "GetProperties") { [weak self] reply in
            let voice = (try? reply.get().read([String: Variant].self)) ?? [:]
            self?.emergencyNumbers = voice[ofono: .emergencyNumbers]?.strings ?? []
        }
        // The name of the SIM's operator tells people which of two modems it is.
        program.call(path, OfonoName.sim, "GetProperties") { [weak self] reply in
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
            provider = ModemProvider(path, name: names.first { !$0.isEmpty } ?? "Modem", host) { [unowned self] in
                perform($0, then: $1)
            }
        }
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
            host.log("cannot follow the calls of a modem: \(error.message)")
        }
    }

    private func show(_ key: SourceKey, _ call: ModemCall?, isOld: Bool) {
        guard var call else { return provider?.hide(key) ?? () }
        if call.outgoing, ModemNumber.isEmergency(call.number, among: emergencyNumbers) { call.isEmergency = true }
        provider?.show(key, call, isOld: isOld)
    }

    // MARK: What it does

    private func perform(_ operation: ModemOperation, then body: @escaping (Bool) -> Void) {
        switch operation {
        case .accept(let key): call(key, "Answer", then: body)
        case .hangUp(let key): call(key, "Hangup", then: body)
        case .holdAndAccept: voice("HoldAndAnswer", then: body)
        case .swap: voice("SwapCalls", then: body)
        // It plays one after another, and answers after the last.
        case .playTones(_, let tones):
            ToneSequence.play(tones, host.loop) { [weak self] tone, then in
                self?.voice("SendTones", tone, then: then)
            } then: {
                body($0)
            }
        // "" = the number is shown or hidden as the network's default says.
        case .dial(let number): voice("Dial", number, "", then: body)
        }
    }

    private func voice<each Argument: BusValue>(
        _ method: String, _ arguments: repeat each Argument, then body: @escaping (Bool) -> Void
    ) {
        program.call(path, OfonoName.voice, method, repeat each arguments) { [host] in host.note($0, then: body) }
    }

    private func call(_ key: SourceKey, _ method: String, then body: @escaping (Bool) -> Void) {
        guard let path = calls?.path(of: key) else { return body(false) }
        program.call(path, OfonoName.call, method) { [host] in host.note($0, then: body) }
    }
}
