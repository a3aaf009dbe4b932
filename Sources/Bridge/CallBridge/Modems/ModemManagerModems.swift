// SPDX-License-Identifier: MIT

import BridgeCore
import CallInterface
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
        single = SingleProperties(of: program.remote, ModemManagerName.modem, ModemManagerName.Property.ofModem)
        singleVoice = SingleProperties(of: program.remote, ModemManagerName.voice, ModemManagerName.Property.ofVoice)
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
        guard let properties = interfaces[ModemManagerName.modem.text], !isFront(properties) else { return }
        let modem = ModemManagerModem(path, interfaces, of: program, host)
        modems[path] = modem
        host.begin(modem)
    }

    /// The front of modems shows the calls of the registry to headsets. It shows them to no bridge, and even if it did,
    /// no call may be listed twice.
    private func isFront(_ modem: [String: Variant]) -> Bool {
        modem[modemManager: .device]?.string == ModemFrontName.device
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

/// A modem of ModemManager: its provider, its calls, and how it performs what the service wants.
final class ModemManagerModem: BridgedModem {
    private let path: ObjectPath
    private let program: SourceProgram
    private let host: ModemHost
    private var modem: [String: Variant]
    /// The properties of the voice interface; nil while the modem has none.
    private var voice: [String: Variant]?
    private var emergencyNumbers = ModemNumber.emergencyNumbers(named: [])
    /// The names are asked for.
    private var isIdentifying = false
    /// Begins when the modem's names are known.
    private(set) var provider: ModemProvider?
    var calls: ModemManagerCalls?

    init(
        _ path: ObjectPath, _ interfaces: [String: [String: Variant]], of program: SourceProgram, _ host: ModemHost
    ) {
        (self.path, self.program, self.host) = (path, program, host)
        modem = interfaces[ModemManagerName.modem.text] ?? [:]
        voice = interfaces[ModemManagerName.voice.text]
    }

    func begin() { update() }

    // MARK: What the modem is

    /// When the modem can call, its SIM is unlocked and tells its names. That of its operator tells people which of two
    /// modems it is.
    private func loadSim() {
        isIdentifying = true
        guard let sim = modem[modemManager: .sim]?.path, sim != "/" else { return identify([:]) }
        program.remote.call(sim, StandardInterface.properties, "GetAll", ModemManagerName.sim.text) {
            [weak self] reply in
            self?.identify((try? reply.get().read([String: Variant].self)) ?? [:])
        }
    }

    private func identify(_ sim: [String: Variant]) {
        emergencyNumbers = ModemNumber.emergencyNumbers(named: sim[modemManager: .emergencyNumbers]?.strings ?? [])
        let names = [sim[modemManager: .operatorName], modem[modemManager: .model]].map { $0?.string ?? "" }
        // The same after each start, and it does not tell the modem's serial number.
        let device = modem[modemManager: .deviceIdentifier]?.string ?? path.text
        provider = ModemProvider(device, name: names.first { !$0.isEmpty } ?? "Modem", host) { [unowned self] in
            perform($0, then: $1)
        }
        provider?.setEmergencyNumbers(emergencyNumbers)
        update()
    }

    // MARK: Whether it can call

    /// The modem got or lost an interface.
    func setVoice(_ properties: [String: Variant]?) {
        voice = properties
        if properties == nil { end() }
        update()
    }

    func stateChanged(_ signal: Message) {
        guard let (_, state) = try? signal.read(Int32.self, Int32.self) else { return }
        modem[ModemManagerName.Property.state.rawValue] = .int32(state)
        // Without a SIM or a network, a modem may still call emergency numbers.
        program.remote.get(
            ModemManagerName.Property.emergencyOnly.rawValue, path, ModemManagerName.voice
        ) { [weak self] value in
            self?.voice?[ModemManagerName.Property.emergencyOnly.rawValue] = value
            self?.update()
        }
    }

    private var isEmergencyOnly: Bool { voice?[modemManager: .emergencyOnly]?.bool ?? false }

    private var isUsable: Bool {
        guard voice != nil else { return false }
        return modem[modemManager: .state]?.uint32 ?? 0 >= ModemManagerName.ModemState.enabled || isEmergencyOnly
    }

    private func update() {
        guard let provider else {
            if isUsable, !isIdentifying { loadSim() }
            return
        }
        if voice != nil, calls == nil { loadCalls() }
        provider.setUsable(isUsable)
    }

    // MARK: Its calls

    private func loadCalls() {
        let calls = ModemManagerCalls(of: path, program) { [unowned self] key, properties, isOld in
            show(key, properties, isOld: isOld)
        }
        self.calls = calls
        host.log.attempt("cannot follow the calls of a modem") { () throws(BusError) in try calls.begin() }
    }

    private func show(_ key: SourceKey, _ properties: [String: Variant]?, isOld: Bool) {
        guard let properties else { return provider?.hide(key) ?? () }
        guard var call = ModemCall(modemManager: properties) else { return }
        call.isEmergency =
            call.outgoing && (isEmergencyOnly || emergencyNumbers.contains(call.number))
        provider?.show(key, call, isOld: isOld)
    }

    // MARK: What it does

    private func perform(_ operation: ModemOperation, then body: @escaping (Bool) -> Void) {
        switch operation {
        case .accept(let key): call(key, "Accept", then: body)
        case .hangUp(let key):
            calls?.whenDistinct(key.path, host.loop) { [unowned self] in call(key, "Hangup", then: body) }
        case .hangUpAll: call("HangupAll", then: body)
        // One method for all that `AT+CHLD=2` does.
        case .holdAndAccept, .swap: call("HoldAndAccept", then: body)
        case .playTones(let key, let tones):
            // ModemManager plays the first of several.
            ToneSequence.play(
                tones, host.loop, by: { [weak self] in self?.call(key, "SendDtmf", $0, then: $1) }, then: body)
        case .dial(let number): dial(number, then: body)
        }
    }

    private func call(_ method: MemberName, then body: @escaping (Bool) -> Void) {
        program.remote.call(path, ModemManagerName.voice, method) { [host] in host.note($0, then: body) }
    }

    private func call<each Argument: BusValue>(
        _ key: SourceKey, _ method: MemberName, _ arguments: repeat each Argument, then body: @escaping (Bool) -> Void
    ) {
        program.remote.call(key.path, ModemManagerName.call, method, repeat each arguments) { [host] in
            host.note($0, then: body)
        }
    }

    private func dial(_ number: String, then body: @escaping (Bool) -> Void) {
        let properties = ["number": Variant.string(number)]
        program.remote.call(path, ModemManagerName.voice, "CreateCall", properties) { [weak self] reply in
            guard let self else { return }
            guard let call = try? reply.get().read(ObjectPath.self) else { return host.note(reply, then: body) }
            program.remote.call(call, ModemManagerName.call, "Start") { [host, weak calls] in
                if case .failure = $0 { calls?.delete(call) }
                host.note($0, then: body)
            }
        }
    }
}
