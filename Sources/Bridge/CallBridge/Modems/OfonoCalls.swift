// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import CallInterface
import SDBus

/// The calls of one modem of oFono. They are no objects of an object manager: `CallAdded` and `CallRemoved` tell them.
final class OfonoCalls: ModemCalls {
    /// A call after each change; nil = oFono does not list it any more. `isOld`: it was there before this process
    /// looked.
    typealias Changed = (_ key: SourceKey, _ call: ModemCall?, _ isOld: Bool) -> Void

    private let modem: ObjectPath
    private let program: SourceProgram
    private let changed: Changed
    private var slots: [BusSlot] = []
    private var calls: [ObjectPath: ListedCall] = [:]

    private struct ListedCall {
        let key: SourceKey
        let isOld: Bool
        var properties: [String: Variant]
        var end = ModemCall.End.unknown
    }

    init(of modem: ObjectPath, _ program: SourceProgram, changed: @escaping Changed) {
        (self.modem, self.program, self.changed) = (modem, program, changed)
    }

    func begin() throws(BusError) {
        slots = [
            try program.remote.onSignal(path: modem, interface: OfonoName.voice) {
                [unowned self] in listChanged($0)
            },
            try program.remote.onSignal(interface: OfonoName.call) { [unowned self] in callChanged($0) },
        ]
        program.remote.call(modem, OfonoName.voice, "GetCalls") { [weak self] reply in
            guard let self else { return }
            if let list = reply.ofonoList {
                for (path, properties) in list { add(path, properties, isOld: true) }
            } else {
                program.remote.findObjects(below: modem, levels: 1) { [weak self] in self?.load($0, isOld: true) }
            }
        }
    }

    func end() { (slots, calls) = ([], [:]) }

    /// The object path of a call.
    func path(of key: SourceKey) -> ObjectPath? { calls.first { $0.value.key == key }?.key }

    // MARK: Signals

    private func listChanged(_ signal: Message) {
        switch signal.member {
        case "CallAdded":
            guard let path = try? signal.read(ObjectPath.self) else { return }
            guard let (_, properties) = try? signal.read(ObjectPath.self, [String: Variant].self) else {
                return load(path, isOld: false)
            }
            add(path, properties, isOld: false)
        case "CallRemoved":
            guard let path = try? signal.read(ObjectPath.self), let call = calls.removeValue(forKey: path) else {
                return
            }
            changed(call.key, nil, false)
        default: break
        }
    }

    private func callChanged(_ signal: Message) {
        guard calls[signal.path] != nil else { return }
        switch signal.member {
        // It comes before the state.
        case "DisconnectReason":
            if let word = try? signal.read(String.self) { calls[signal.path]?.end = ModemCall.End(ofono: word) }
        case "PropertyChanged":
            guard let (name, value) = try? signal.read(String.self, Variant.self) else { return }
            calls[signal.path]?.properties[name] = value
            report(signal.path)
        default: break
        }
    }

    // MARK: One call

    /// Asks for a call by itself, because the message about it cannot be read.
    private func load(_ path: ObjectPath, isOld: Bool) {
        program.remote.call(path, OfonoName.call, "GetProperties") { [weak self] reply in
            guard let self, !slots.isEmpty, let message = try? reply.get() else { return }
            add(path, message.readableProperties, isOld: isOld)
        }
    }

    private func add(_ path: ObjectPath, _ properties: [String: Variant], isOld: Bool) {
        guard calls[path] == nil else { return }
        calls[path] = ListedCall(key: program.nextKey(path), isOld: isOld, properties: properties)
        report(path)
    }

    private func report(_ path: ObjectPath) {
        guard let listed = calls[path], let call = ModemCall(ofono: listed.properties, end: listed.end) else { return }
        changed(listed.key, call, listed.isOld)
    }
}

extension ModemCall {
    /// A call from its properties; nil if its state is none that oFono documents. A dialled call is outgoing until it
    /// connects, and then nothing tells. `end` is what oFono has said of its end.
    init?(ofono properties: [String: Variant], end: End) {
        guard let word = properties[ofono: .state]?.string, let state = State(ofono: word, end) else { return nil }
        let party = properties[ofono: .lineIdentification]?.string ?? ""
        self.init(
            state, outgoing: state == .dialing || state == .alerting,
            number: party == Self.withheld ? "" : Limits().fitting(party))
        name = Limits().fitting(properties[ofono: .name]?.string ?? "")
        isEmergency = properties[ofono: .emergency]?.bool ?? false
    }

    /// What oFono writes in place of a number that the caller withholds.
    private static let withheld = "withheld"
}

extension ModemCall.State {
    fileprivate init?(ofono word: String, _ end: ModemCall.End) {
        switch word {
        case "dialing": self = .dialing
        case "alerting": self = .alerting
        case "incoming": self = .incoming
        case "waiting": self = .waiting
        case "active": self = .active
        case "held": self = .held
        case "disconnected": self = .ended(end)
        default: return nil
        }
    }
}

extension ModemCall.End {
    /// A `DisconnectReason`.
    init(ofono word: String) {
        switch word {
        case "local": self = .local
        case "remote": self = .remote
        case "network": self = .network
        default: self = .unknown
        }
    }
}
