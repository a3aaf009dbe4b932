// SPDX-License-Identifier: MIT

import BridgeCore
import CallClient
import CallInterface
import SDBus

/// The gateway to Bluetooth headsets: it hands the user's calls to the front of modems, which shows them to PipeWire,
/// and requests what the headsets ask for. It carries no calls of its own. It begins with the front: without one no
/// change of a call wakes the bridge.
final class HeadsetGateway: CallSource {
    let name = SourceName.bluetoothHeadsets.rawValue
    let providers: [ListedProvider] = []
    private let frontBus: BusAddress
    private let session: BusConnection
    private let service: ServiceWatch
    private let loop: EventLoop
    private let log: Log
    /// To the bus of the front; nil while the user has turned the gateway off.
    private var connection: BusConnection?
    private var front: RemoteName?
    private var slot: BusSlot?
    /// While the front takes calls.
    private var agent: AgentRules?
    /// The core knows that the front takes calls.
    private var isTold = false
    /// Whether it attaches again when the front does not know it: not twice without calls that the front has taken, so
    /// that two gateways of one user do not attach in turn forever.
    private var attachesAgain = true
    private var core = HandsFreeGateway()
    /// What the front has told last; nil = it does not run.
    private var frontState: FrontState?

    /// `frontBus` is the system bus, `session` that of the agent.
    init(
        front frontBus: BusAddress, session: BusConnection, service: ServiceWatch, _ loop: EventLoop, log: Log
    ) {
        (self.frontBus, self.session, self.service, self.loop, self.log) = (frontBus, session, service, loop, log)
        service.observe { [unowned self] in showCalls() }
        service.observeCalls { [unowned self] in showCalls() }
    }

    // MARK: The list of sources

    var isPresent: Bool { frontState == .shown }
    var absence: FrontState? { frontState }

    func update(then body: @escaping () -> Void) {
        frontState = nil
        guard let front, front.owner != nil else { return body() }
        front.call(
            ModemFrontName.path, StandardInterface.properties, "Get", ModemFrontName.interface.text,
            ModemFrontName.state.text
        ) { [weak self] reply in
            let word = (try? reply.get().read(Variant.self))?.string
            self?.frontState = word.flatMap { FrontState(rawValue: $0) } ?? .detached
            body()
        }
    }

    // MARK: The front

    func begin() throws(BusError) {
        // The front forgets the calls of a connection that leaves, so the gateway has one of its own.
        let connection = try BusConnection(frontBus, description: "monkeycall-bridge", loop: loop)
        try connection.onDisconnect { [loop] in loop.exit(1) }
        let front = RemoteName(ModemFrontName.bus, on: connection)
        slot = try front.onUnicastSignal(interface: ModemFrontName.interface) { [unowned self] in heard($0) }
        (self.connection, self.front) = (connection, front)
        try front.begin { [unowned self] owner in if owner != nil { attach() } else { leave() } }
    }

    func end() {
        front?.end()
        leave()
        (front, slot) = (nil, nil)
        connection?.close()
        connection = nil
    }

    private func attach() {
        front?.call(ModemFrontName.path, ModemFrontName.interface, ModemFrontName.Method.attach.member) {
            [weak self] reply in
            switch reply {
            case .success: self?.attached()
            case .failure(let error): self?.log("the front of modems refuses the calls", ["error": error.name])
            }
        }
    }

    private func attached() {
        // Again: the agent is followed already.
        if isTold { return handle(.attached) }
        log.attempt("headsets cannot be told of calls") { () throws(BusError) in
            let agent = AgentRules(on: session)
            self.agent = agent
            try agent.begin { [weak self] in self?.tellRules() }
            try service.begin()
        }
        tellRules()
    }

    private func leave() {
        (agent, isTold, attachesAgain) = (nil, false, true)
        handle(.lost)
    }

    private func heard(_ signal: Message) {
        guard signal.path == ModemFrontName.path else { return }
        switch signal.member {
        case ModemFrontName.Signal.pressed.rawValue:
            if let (call, word) = try? signal.read(UInt32.self, String.self), let press = FrontPress(rawValue: word) {
                handle(.pressed(call, press))
            }
        case ModemFrontName.Signal.dialed.rawValue:
            if let number = try? signal.read(String.self) { handle(.dialed(number)) }
        case ModemFrontName.Signal.tone.rawValue:
            if let (call, digit) = try? signal.read(UInt32.self, String.self) { handle(.tone(call, digit)) }
        default: break
        }
    }

    // MARK: The core

    private func showCalls() {
        // A service that is away for a moment keeps its calls.
        guard agent != nil else { return }
        handle(.calls(service.isPresent ? service.registry.callsInOrder.compactMap { GatewayCall($0) } : []))
    }

    private func tellRules() {
        guard let agent, agent.isKnown else { return }
        let surface = agent.surface
        let rules = GatewayRules(
            showsNumbers: surface.showsParties, playsTones: surface.allowsMore, acts: agent.letsHeadsetsAct)
        handle(.rules(rules))
        guard !isTold else { return }
        // Not before the rules: PipeWire asks once for the number of a call.
        isTold = true
        handle(.attached)
        showCalls()
    }

    private func handle(_ event: HandsFreeGateway.Event) {
        for effect in core.handle(event, at: SystemClock.monotonic) {
            switch effect {
            case .show(let calls, let operatorName): show(calls, operatorName)
            case .answer(let call): press(.answerCall(call))
            case .hangUp(let call): press(.hangUpCall(call))
            case .playTone(let tone, let call):
                request([ActionKind.playDTMF(digits: tone, .singleTone).wire(call: call)])
            case .dial(let number): dial(number)
            case .redial: redial()
            }
        }
    }

    private func show(_ calls: [FrontCall], _ operatorName: String) {
        let member = ModemFrontName.Method.setCalls.member
        front?.call(ModemFrontName.path, ModemFrontName.interface, member, calls, operatorName) { [weak self] reply in
            switch reply {
            case .success: self?.attachesAgain = true
            case .failure(let error): self?.refused(error)
            }
        }
    }

    /// The front drops a gateway that does not read its signals, and one in whose place another program attaches.
    private func refused(_ error: BusError) {
        guard error.name == StandardErrorName.accessDenied, attachesAgain else {
            return log("the front of modems refuses the calls", ["error": error.name])
        }
        attachesAgain = false
        attach()
    }

    // MARK: What headsets ask for

    /// Means what the same press means on every other headset.
    private func press(_ press: CallPress) {
        guard let agent else { return }
        let (registry, calls) = (service.registry, service.registry.callsInOrder)
        let effects = press.effects(on: PressableCalls(calls, talking: calls.filter(\.hasAudio), agent.surface))
        request(effects.flatMap { $0.button.actions(on: $0.call, in: registry) })
    }

    private func request(_ actions: [[String: Variant]]) {
        guard !actions.isEmpty else { return }
        service.request(actions) { [log] refusal in
            if let refusal { log("the call service refuses a press of a headset", ["error": refusal.name]) }
        }
    }

    private func dial(_ number: String) {
        agent?.dial(number) { [log] refusal in
            if let refusal { log("the agent refuses a number that a headset dialled", ["error": refusal.name]) }
        }
    }

    /// Only a number that the user has dialled before.
    private func redial() {
        service.loadEndedCalls { [weak self] reply in
            guard let self else { return }
            let dialled = (try? reply.get())?.filter { $0.flag(.outgoing) } ?? []
            guard let number = dialled.lazy.reversed().map(\.phoneNumber).first(where: FrontCall.isNumber) else {
                return log("a headset redials, and no number was dialled")
            }
            dial(number)
        }
    }
}

extension CallRecord {
    /// Of the other side; empty if it has none.
    fileprivate var phoneNumber: String { handle.type == .phoneNumber ? handle.value : "" }
}

extension GatewayCall {
    /// nil for a call with which a headset can do nothing: one that the service only observes, and one in a state that
    /// is not known here.
    fileprivate init?(_ call: CallRecord) {
        guard !call.isObserved, let state = call.state.word else { return nil }
        self.init(
            call.uuid, state, isOutgoing: call.isOutgoing, isUnanswered: call.isUnanswered,
            isSilenced: call.isSilenced, number: call.phoneNumber, app: call.providerName)
    }
}
