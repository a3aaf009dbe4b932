// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import FrontCore
package import SDBus

/// The front on the system bus: the object for gateways, and ModemManager's objects for WirePlumber. Confined to the
/// thread of the loop.
package final class FrontService {
    /// What calls that wait, and messages that are not read, may take in all, in bytes.
    private static let mostBytes = 1 << 20

    private let bus: BusConnection
    private let loop: EventLoop
    private let seat: SeatUser
    private let log: Log
    private let unit: ModemManagerUnit
    private var front = Front()
    private var standIn: StandIn?
    private var search: WatcherSearch?
    private var objects: ModemObjects?
    private var hooks: [BusSlot] = []
    /// Those of a question follow the answer.
    private var effects: [FrontEffect] = []

    package init(on bus: BusConnection, _ loop: EventLoop, _ seat: SeatUser, _ unit: ModemManagerUnit, log: Log) {
        (self.bus, self.loop, self.seat, self.unit, self.log) = (bus, loop, seat, unit, log)
    }

    /// Exports the objects, then takes the names.
    package func begin() throws(BusError) {
        let objects = ModemObjects(actions)
        self.objects = objects
        try exportGateways()
        try export(objects)
        try hookQuestions()
        bus.onSendFailure = { [unowned self] _, receiver in
            // Its copy of the calls is wrong from here on.
            if let receiver { happen(.lost(receiver.text)) }
        }
        try bus.onPeerLost { [unowned self] in happen(.lost($0.name)) }
        seat.observe { [unowned self] in happen(.userCame(self.seat.uid)) }
        happen(.userCame(seat.uid))
        // Of a dictionary only the number of CreateCall is read.
        bus.readOnly(keys: ["number"], values: 512)
        try bus.takeTurns(waitingBytes: Self.mostBytes, unreadBytes: Self.mostBytes, unanswered: 8) {
            .limit($0.message)
        }
        try bus.requestName(ModemFrontName.bus)
        let search = WatcherSearch(on: bus, log: log) { [unowned self] in !front.isWatched(by: $0.name) }
        self.search = search
        let standIn = StandIn(
            on: bus, unit, log: log, taken: { search.begin() }, yielded: { [unowned self] in happen(.yielded) })
        self.standIn = standIn
        try standIn.begin()
        if !standIn.hasName { search.begin() }
    }

    // MARK: The gateways

    /// The interface of `dbus/org.monkeycall.ModemFront.xml`. The node is the caller's unique name.
    package var gateways: Interface<String> {
        Interface(
            ModemFrontName.interface, for: .user,
            [
                .method(ModemFrontName.Method.attach.member) { [unowned self] (_, call) throws(BusError) in
                    try handle(.attached(call.peer().caller))
                },
                .method(
                    ModemFrontName.Method.setCalls.member,
                    takes: ("calls", [FrontCall].self), ("network", String.self)
                ) { [unowned self] (_, call, calls, name) throws(BusError) in
                    try handle(.calls(calls, operator: name, from: call.peer().caller))
                },
                .method(ModemFrontName.Method.giveWay.member, for: .root) { [unowned self] (_, _) throws(BusError) in
                    try standIn?.giveWay()
                },
                .signal(ModemFrontName.Signal.pressed.member, [("call", UInt32.self), ("press", String.self)]),
                .signal(ModemFrontName.Signal.dialed.member, [("number", String.self)]),
                .signal(ModemFrontName.Signal.tone.member, [("call", UInt32.self), ("digit", String.self)]),
                .property(ModemFrontName.state, emits: .none) { [unowned self] name in state(for: name).rawValue },
            ])
    }

    private func exportGateways() throws(BusError) {
        let finder = ObjectFinder(on: bus) { (path, sender) throws(BusError) in
            path == ModemFrontName.path ? sender : nil
        }
        try bus.export(
            under: ModemFrontName.path, nodes: { _, _ in [] }, [ExportedInterface(gateways, finder) { $0 }])
    }

    private func state(for name: String) -> FrontState {
        guard let uid = bus.knownPeer(name)?.uid else { return .detached }
        return front.state(of: uid, hasName: standIn?.hasName ?? false)
    }

    // MARK: ModemManager's objects

    private func export(_ objects: ModemObjects) throws(BusError) {
        let finder = ObjectFinder(on: bus) { [unowned self] (path, sender) throws(BusError) in
            object(at: path, for: sender)
        }
        let tree = try bus.export(
            under: ModemManagerName.path,
            nodes: { [unowned self] prefix, sender in
                prefix == ModemManagerName.path && front.view(for: sender) != nil ? [ModemObjects.modemPath] : []
            },
            [
                ExportedInterface(objects.modem, finder, \.modem), ExportedInterface(objects.network, finder, \.modem),
                ExportedInterface(objects.voice, finder, \.modem), ExportedInterface(objects.call, finder, \.call),
            ])
        try tree.addObjectManager(at: ModemManagerName.path)
    }

    private func object(at path: ObjectPath, for sender: String) -> ModemObjects.Object? {
        guard let view = front.view(for: sender) else { return nil }
        if path == ModemObjects.modemPath { return .modem(view) }
        return ModemObjects.call(at: path).flatMap(view.call).map(ModemObjects.Object.call)
    }

    /// The questions by which WirePlumber learns of the modem and of a call, and by which it is found. sd-bus answers
    /// them afterwards.
    private func hookQuestions() throws(BusError) {
        hooks = [
            try bus.onCall(interface: StandardInterface.objectManager, member: "GetManagedObjects") {
                [unowned self] call in
                if call.path == ModemManagerName.path, let peer = call.wirePlumber {
                    happen(.asked(peer.caller, ofModemManager: call.isForModemManager))
                }
                return false
            },
            try bus.onCall(interface: StandardInterface.properties, member: "GetAll") { [unowned self] call in
                if call.path == WatcherSearch.call, let peer = call.wirePlumber {
                    happen(.waited(peer.caller, ofModemManager: call.isForModemManager))
                } else if let id = ModemObjects.call(at: call.path), let peer = bus.knownPeer(call.sender) {
                    happen(.described(id, to: peer.caller))
                }
                return false
            },
        ]
    }

    private var actions: ModemObjects.Actions {
        ModemObjects.Actions(
            press: { [unowned self] (press, node, call) throws(BusError) in
                try handle(.pressed(press, node.id, by: call.peer().caller))
            },
            dial: { [unowned self] (number, call) throws(BusError) in
                try handle(.dialed(number, by: call.peer().caller))
            },
            tone: { [unowned self] (tone, node, call) throws(BusError) in
                try handle(.tone(tone, node.id, by: call.peer().caller))
            })
    }

    // MARK: The core

    private func handle(_ event: FrontEvent) throws(BusError) {
        do throws(FrontRefusal) {
            effects += try front.handle(event)
            // They go to other connections than the reply.
            flush()
        } catch {
            throw error.onBus
        }
    }

    /// An event that the core never refuses.
    private func happen(_ event: FrontEvent) {
        guard let new = try? front.handle(event), !new.isEmpty else { return }
        if effects.isEmpty { loop.deferred { [unowned self] in flush() } }
        effects += new
    }

    /// A receiver that does not read is lost, which may have effects.
    private func flush() {
        let due = effects
        effects = []
        for effect in due { send(effect.kind, to: BusName(trusted: effect.receiver)) }
    }

    private func send(_ effect: FrontEffect.Kind, to receiver: BusName) {
        guard let objects else { return }
        switch effect {
        case .modemAdded(let name): objects.announce(name, to: receiver, on: bus)
        case .modemRemoved: objects.announceRemoval(to: receiver, on: bus)
        case .operatorChanged(let name): objects.announceOperator(name, to: receiver, on: bus)
        case .callAdded(let id): tell("CallAdded", ModemObjects.path(of: id), receiver)
        case .callDeleted(let id): tell("CallDeleted", ModemObjects.path(of: id), receiver)
        case .callChanged(let id, let old, let new):
            let change = BusSignal(ModemObjects.path(of: id), ModemManagerName.call, "StateChanged")
            bus.signal(change, to: receiver) { (writer) throws(BusError) in
                try writer.append(old.modemManager)
                try writer.append(new?.modemManager ?? FrontCall.State.ended)
                // MM_CALL_STATE_REASON_UNKNOWN
                try writer.append(UInt32(0))
            }
        case .press(let press, let id):
            bus.signal(signal(.pressed), to: receiver) { (writer) throws(BusError) in
                try writer.append(id)
                try writer.append(press.rawValue)
            }
        case .dial(let number):
            bus.signal(signal(.dialed), to: receiver) { (writer) throws(BusError) in try writer.append(number) }
        case .tone(let tone, let id):
            bus.signal(signal(.tone), to: receiver) { (writer) throws(BusError) in
                try writer.append(id)
                try writer.append(tone)
            }
        }
    }

    private func signal(_ name: ModemFrontName.Signal) -> BusSignal {
        BusSignal(ModemFrontName.path, ModemFrontName.interface, name.member)
    }

    private func tell(_ member: MemberName, _ path: ObjectPath, _ receiver: BusName) {
        let signal = BusSignal(ModemObjects.modemPath, ModemManagerName.voice, member)
        bus.signal(signal, to: receiver) { (writer) throws(BusError) in try writer.append(path) }
    }
}

extension ModemObjects {
    fileprivate func announce(_ name: String, to receiver: BusName, on bus: BusConnection) {
        let view = FrontView(calls: [], operator: name)
        // PipeWire reads the others only for a modem that it knows.
        for table in [modem, network, voice] {
            bus.announceAdded(table, view, path: Self.modemPath, manager: ModemManagerName.path, to: receiver)
        }
    }

    fileprivate func announceRemoval(to receiver: BusName, on bus: BusConnection) {
        for table in [voice, network, modem] {
            bus.announceRemoved(table, path: Self.modemPath, manager: ModemManagerName.path, to: receiver)
        }
    }

    fileprivate func announceOperator(_ name: String, to receiver: BusName, on bus: BusConnection) {
        let view = FrontView(calls: [], operator: name)
        bus.signal(.propertiesChanged(Self.modemPath), to: receiver) { (writer) throws(BusError) in
            try network.writeChanges(network.changingProperties, of: view, into: &writer)
        }
    }
}

extension MethodCall {
    /// The caller, if it is one.
    fileprivate var wirePlumber: Peer? { (try? peer()).flatMap { $0.isWirePlumber ? $0 : nil } }

    fileprivate var isForModemManager: Bool { message.destination == ModemManagerName.bus.text }
}

extension Peer {
    fileprivate var caller: Caller { Caller(name: name, uid: uid) }

    /// Whether systemd runs it as WirePlumber of a user, which plays the hands-free gateway for headsets. A program of
    /// the same user outside a sandbox could let systemd run it under this name; it could call the service, too.
    var isWirePlumber: Bool {
        guard isOutsideSandbox, let unit = identity?.unit else { return false }
        // Some systems run an instance for Bluetooth alone.
        return unit == "wireplumber.service" || (unit.hasPrefix("wireplumber@") && unit.hasSuffix(".service"))
    }
}

extension FrontRefusal {
    var onBus: BusError {
        switch self {
        case .notAttached: .accessDenied("This connection is no gateway; call Attach first.")
        case .tooManyGateways: .limit("Too many users have gateways; end one of them.")
        case .tooManyCalls: .limit("These are too many calls; leave some out.")
        case .repeatedCall: .invalidArgs("Two calls have the same id; give each an id of its own.")
        case .changedDirection: .invalidArgs("A call has another direction than before; give a new call a new id.")
        case .noModem, .noCall: .unknownObject("The call is gone.")
        case .wrongState:
            BusError(
                name: "org.freedesktop.ModemManager1.Error.Core.WrongState",
                message: "The state of the call does not allow this.")
        case .noNumber: .invalidArgs("The number may have + at its beginning, and 32 characters of 0 to 9, * and #.")
        case .noTone: .invalidArgs("A tone is one of 0 to 9, *, #, and A to D.")
        }
    }
}

extension BusError {
    fileprivate static func limit(_ message: String) -> BusError {
        BusError(name: StandardErrorName.limitsExceeded, message: message)
    }
}
