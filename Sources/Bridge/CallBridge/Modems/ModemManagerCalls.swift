// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import CallInterface
import SDBus

/// The call objects of one modem of ModemManager.
final class ModemManagerCalls: ModemCalls {
    /// A call with all its properties after each change; nil = ModemManager does not list it any more. `isOld`: it was
    /// there before this process looked.
    typealias Changed = (_ key: SourceKey, _ properties: [String: Variant]?, _ isOld: Bool) -> Void

    private let modem: ObjectPath
    private let program: SourceProgram
    private let changed: Changed
    private var slots: [BusSlot] = []
    private var calls: [ObjectPath: FollowedCall] = [:]
    private let single: SingleProperties
    /// The ends that wait, by path.
    private var waiting: [ObjectPath: Timer] = [:]

    /// ModemManager asks the modem for its list of calls every two seconds. Before that it does not know which one a
    /// new call is, and `Hangup` ends the active call in its place.
    private static let distinction: UInt64 = 3_000_000

    private struct FollowedCall {
        let slot: BusSlot
        let since = SystemClock.monotonic
        let isOld: Bool
        /// nil until ModemManager has told them.
        var properties: [String: Variant]?
        var isDeleted = false
    }

    init(of modem: ObjectPath, _ program: SourceProgram, changed: @escaping Changed) {
        (self.modem, self.program, self.changed) = (modem, program, changed)
        single = SingleProperties(of: program.remote, ModemManagerName.call, ModemManagerName.Property.ofCall)
    }

    func begin() throws(BusError) {
        slots = [
            try program.remote.onSignal(path: modem, interface: ModemManagerName.voice) {
                [unowned self] in listChanged($0)
            }
        ]
        program.remote.call(modem, ModemManagerName.voice, "ListCalls") { [weak self] reply in
            let paths = (try? reply.get().read([ObjectPath].self)) ?? []
            for path in paths { self?.follow(path, isOld: true) }
        }
    }

    func end() {
        (slots, calls, waiting) = ([], [:], [:])
        single.end()
    }

    private func listChanged(_ signal: Message) {
        guard let path = try? signal.read(ObjectPath.self) else { return }
        switch signal.member {
        case "CallAdded": follow(path, isOld: false)
        case "CallDeleted":
            single.forget(path)
            if calls.removeValue(forKey: path) != nil { changed(program.key(path), nil, false) }
        default: break
        }
    }

    // MARK: One call

    private func follow(_ path: ObjectPath, isOld: Bool) {
        guard calls[path] == nil, let slot = try? listen(path) else { return }
        calls[path] = FollowedCall(slot: slot, isOld: isOld)
        program.remote.call(path, StandardInterface.properties, "GetAll", ModemManagerName.call.text) {
            [weak self] reply in
            guard let self, let message = try? reply.get() else { return }
            if let properties = try? message.read([String: Variant].self) { return merge(properties, into: path) }
            askEach(path)
        }
    }

    /// A match of its own, so that nothing else of ModemManager, such as the strength of a signal, wakes this process.
    private func listen(_ path: ObjectPath) throws(BusError) -> BusSlot {
        try program.remote.onSignal(path: path) { [unowned self] signal in
            switch (signal.interface, signal.member) {
            case (ModemManagerName.call.text, "StateChanged"): stateChanged(signal)
            case (StandardInterface.properties.text, "PropertiesChanged"): propertiesChanged(signal)
            default: break
            }
        }
    }

    private func stateChanged(_ signal: Message) {
        guard let (_, state, reason) = try? signal.read(Int32.self, Int32.self, UInt32.self) else { return }
        change(
            [
                ModemManagerName.Property.state.rawValue: .int32(state),
                ModemManagerName.Property.stateReason.rawValue: .uint32(reason),
            ], of: signal.path)
    }

    private func propertiesChanged(_ signal: Message) {
        guard (try? signal.read(String.self)) == ModemManagerName.call.text else { return }
        guard let changes = PropertyChanges(signal),
            Set(ModemManagerName.Property.ofCall).isDisjoint(with: changes.invalidated)
        else { return askEach(signal.path) }
        change(changes.values, of: signal.path)
    }

    private func change(_ properties: [String: Variant], of path: ObjectPath) {
        // Answers that are on their way may be older. Before the first answer, that one has the change already.
        guard !single.askAgain(path), calls[path]?.properties != nil else { return }
        merge(properties, into: path)
    }

    /// A text that libsystemd refuses, such as a strange number, takes only its own property away.
    private func askEach(_ path: ObjectPath) {
        single.ask(path) { [unowned self] in merge($0, into: path) }
    }

    private func merge(_ properties: [String: Variant], into path: ObjectPath) {
        guard let call = calls[path] else { return }
        let all = (call.properties ?? [:]).merging(properties) { $1 }
        guard all != call.properties else { return }
        calls[path]?.properties = all
        changed(program.key(path), all, call.isOld)
        // ModemManager lists an ended call until a program deletes it.
        if case .ended = ModemCall(modemManager: all)?.state { delete(path) }
    }

    /// Deletes a call that is over, or was not dialled.
    func delete(_ path: ObjectPath) {
        guard calls[path]?.isDeleted == false else { return }
        calls[path]?.isDeleted = true
        program.remote.call(modem, ModemManagerName.voice, "DeleteCall", path) { _ in }
    }

    /// Calls `body` when ModemManager can tell the call from the other calls of the modem; at once if there is no
    /// other.
    func whenDistinct(_ path: ObjectPath, _ loop: EventLoop, then body: @escaping () -> Void) {
        let age = SystemClock.monotonic - (calls[path]?.since ?? 0)
        guard calls.count > 1, age < Self.distinction else { return body() }
        waiting[path] = loop.timer(after: Self.distinction - age) { [unowned self] in
            waiting[path] = nil
            body()
        }
    }
}

extension ModemCall {
    /// A call from its properties; nil while it is not dialled yet.
    init?(modemManager properties: [String: Variant]) {
        guard let number = properties[modemManager: .state]?.uint32,
            let state = State(modemManager: number, reason: properties[modemManager: .stateReason]?.uint32 ?? 0)
        else { return nil }
        let party = properties[modemManager: .number]?.string ?? ""
        self.init(
            state, outgoing: properties[modemManager: .direction]?.uint32 == 2, number: Limits().fitting(party))
    }
}

extension ModemCall.State {
    /// `MMCallState`; nil for `MM_CALL_STATE_UNKNOWN`: the call was created and is not dialled yet.
    init?(modemManager number: UInt32, reason: UInt32) {
        switch number {
        case 1: self = .dialing
        case 2: self = .alerting
        case 3: self = .incoming
        case 4: self = .active
        case 5: self = .held
        case 6: self = .waiting
        case 7: self = .ended(ModemCall.End(modemManager: reason))
        default: return nil
        }
    }
}

extension ModemCall.End {
    /// `MMCallStateReason`
    init(modemManager reason: UInt32) {
        switch reason {
        // ModemManager itself ended, transferred or deflected the call, for a program.
        case 4, 8, 9: self = .local
        case 5: self = .refused
        // An error of the modem, or of its sound.
        case 6, 7: self = .network
        // What most modems tell when the other side hangs up.
        default: self = .remote
        }
    }
}

extension ModemManagerName {
    enum Property: String {
        // Modem
        case state = "State"
        case device = "Device"
        case deviceIdentifier = "DeviceIdentifier"
        case model = "Model"
        case sim = "Sim"
        // Voice
        case emergencyOnly = "EmergencyOnly"
        // Sim
        case operatorName = "OperatorName"
        case emergencyNumbers = "EmergencyNumbers"
        // Call, which has a state too
        case stateReason = "StateReason"
        case direction = "Direction"
        case number = "Number"

        static let ofModem = [Property.device, .deviceIdentifier, .model, .sim, .state].map(\.rawValue)
        static let ofVoice = [Property.emergencyOnly.rawValue]
        static let ofCall = [Property.direction, .number, .stateReason, .state].map(\.rawValue)
    }

    /// `MMModemState`
    enum ModemState {
        /// The modem can call, or look for a network.
        static let enabled: UInt32 = 6
    }
}

extension [String: Variant] {
    subscript(modemManager property: ModemManagerName.Property) -> Variant? { self[property.rawValue] }
}
