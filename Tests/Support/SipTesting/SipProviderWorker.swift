// SPDX-License-Identifier: MIT

import BusTesting

/// What the thread of a ``SipProvider`` does: it compares the phone with the actions and reports, whenever one of the
/// two says something.
final class SipProviderWorker {
    private let identifier: String
    private unowned let phone: SipPhone
    private let inbox: SipInbox
    /// If not, it tells the registry that its calls cannot be muted.
    private let mutes: Bool
    private let client: BusClient
    private var signals: [BusMessage] = []
    /// The actions that the phone has not done yet.
    private var actions: [SipAction] = []
    /// The registry's id of each call of the phone that the registry knows.
    private var known: [String: String] = [:]
    /// The registry's ids of the calls whose answer it knows.
    private var answered: Set<String> = []
    /// Ends that no service has taken, with their reasons.
    private var ends: [String: String] = [:]

    init(_ identifier: String, _ phone: SipPhone, _ bus: BusDaemon, _ inbox: SipInbox, mutes: Bool) throws {
        (self.identifier, self.phone, self.inbox, self.mutes) = (identifier, phone, inbox, mutes)
        client = try BusClient(address: bus.address, uid: phone.user?.uid)
        client.onMessage = { [unowned self] message in
            if message.kind == .signal { signals.append(message) }
        }
        let name = DaemonUnderTest.busName
        try client.addMatch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'")
        try register()
        for call in phone.control.calls.values { reportExisting(call) }
    }

    func run(until hasStopped: StopFlag) {
        while !hasStopped.isSet {
            client.forgetSignals()
            while !signals.isEmpty { take(signals.removeFirst()) }
            do {
                while let event = try inbox.next() { take(event) }
            } catch {
                // The phone is gone, and its calls with it.
                break
            }
            fulfillWhatIsDone()
            guard signals.isEmpty else { continue }
            client.waitForInput(or: inbox.handle, until: Deadline())
        }
        client.close()
    }

    // MARK: The service

    private func register() throws {
        try client.manager.call(
            "RegisterProvider", .string(identifier), ["LocalizedName": .string("SIP of \(phone.name)")])
    }

    private func take(_ signal: BusMessage) {
        if signal.member == "NameOwnerChanged" {
            guard signal.arguments.count == 3, signal.arguments[2].string?.isEmpty == false else { return }
            tellNewService()
        } else if let action = SipAction(signal) {
            actions.removeAll { $0.id == action.id }
            actions.append(action)
            perform(action)
        }
    }

    /// Whatever a new service knows, it knows this afterwards.
    private func tellNewService() {
        try? register()
        for (call, reason) in ends where report("ReportCallEnded", .string(call), .uint64(0), .string(reason), [:]) {
            ends[call] = nil
        }
        for call in phone.control.calls.values {
            if known[call.id] == nil { begin(call) } else { reportExisting(call) }
        }
    }

    /// Returns whether the service has taken the report.
    @discardableResult
    private func report(_ member: String, _ arguments: DBusValue...) -> Bool {
        (try? client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, member, arguments)) != nil
    }

    private func request(_ action: [String: DBusValue]) -> Bool {
        report("RequestTransaction", .dictionaries([action]), [:])
    }

    // MARK: Actions

    private func perform(_ action: SipAction) {
        guard !isDone(action) else { return }
        do {
            let control = phone.control
            switch action.kind {
            case .start(let address): try control.command("dial", address)
            case .answer: try control.command("accept", of: sipCall(action.call))
            case .end: try control.command("hangup", of: sipCall(action.call))
            case .hold(let isOnHold): try control.setHeld(sipCall(action.call), isOnHold)
            case .mute(let isMuted): try control.setMuted(sipCall(action.call), isMuted)
            case .tones(let digits):
                // No event tells that a tone was sent.
                for digit in digits { try control.command("sndcode", String(digit), of: sipCall(action.call)) }
                complete(action, "FulfillAction")
            }
        } catch {
            complete(action, "FailAction")
        }
    }

    private func fulfillWhatIsDone() {
        for action in actions where isDone(action) { complete(action, "FulfillAction") }
    }

    private func isDone(_ action: SipAction) -> Bool {
        let call = phone.control.calls.values.first { $0.uuid == action.call }
        return switch action.kind {
        case .start: call != nil
        case .answer: call?.state == .active
        case .end: call == nil
        case .hold(let isOnHold): call?.isOnHold == isOnHold
        case .mute(let isMuted): call?.isMuted == isMuted
        case .tones: false
        }
    }

    private func complete(_ action: SipAction, _ member: String) {
        actions.removeAll { $0.id == action.id }
        // The event of the answer may come later than this.
        if action.kind == .answer { answered.insert(action.call) }
        report(member, .string(action.id), [:])
    }

    /// baresip's id of the call with that id of the registry.
    private func sipCall(_ uuid: String) throws -> String {
        guard let call = phone.control.calls.values.first(where: { $0.uuid == uuid }) else {
            throw SupportError("\(phone.name) has no call \(uuid)")
        }
        return call.id
    }

    // MARK: Events

    private func take(_ event: SipEvent) {
        guard !event.call.isEmpty else { return }
        if event.type == "CALL_CLOSED" {
            end(event)
        } else if let call = phone.control.calls[event.call] {
            if known[call.id] == nil { begin(call) }
            if event.type == "CALL_ESTABLISHED" { connect(call) }
        }
    }

    /// The registry does not know the call.
    private func begin(_ call: SipCall) {
        if call.isIncoming {
            if report("ReportNewIncomingCall", .string(identifier), .string(call.uuid), .options(facts(call))) {
                known[call.id] = call.uuid
            }
            return
        }
        let start = actions.first { $0.kind == .start(call.peer) }
        if let start { phone.control.setUUID(call.id, start.call) }
        let uuid = start?.call ?? call.uuid
        known[call.id] = uuid
        // Dialled at the phone.
        if start == nil {
            let action = [String: DBusValue].start(uuid, at: identifier, .tuple("generic", .string(call.peer)))
            guard request(action) else { return reportRefused(call) }
        }
        fulfillWhatIsDone()
        report("ReportCallUpdated", .string(uuid), .options(facts(call)))
        report("ReportOutgoingCallStartedConnecting", .string(uuid), .uint64(0))
    }

    private func connect(_ call: SipCall) {
        guard let uuid = known[call.id] else { return }
        if !call.isIncoming {
            report("ReportOutgoingCallConnected", .string(uuid), .uint64(0))
        } else if !answered.contains(uuid), !actions.contains(where: { $0.kind == .answer && $0.call == uuid }) {
            // Answered at the phone.
            if !request([String: DBusValue].answer(uuid)) { reportRefused(call) }
        }
    }

    private func end(_ event: SipEvent) {
        guard let uuid = known.removeValue(forKey: event.call) else { return }
        guard !actions.contains(where: { $0.kind == .end && $0.call == uuid }) else { return fulfillWhatIsDone() }
        let reason = event.parameter == "Connection reset by user" ? "local-ended" : "remote-ended"
        if !report("ReportCallEnded", .string(uuid), .uint64(0), .string(reason), [:]) { ends[uuid] = reason }
        actions.removeAll { $0.call == uuid }
    }

    // MARK: Reports

    /// The registry has refused what was done at the phone. The call stays connected, and counts as held.
    private func reportRefused(_ call: SipCall) { reportExisting(call, state: "held") }

    private func reportExisting(_ call: SipCall, state: String? = nil) {
        let words: [SipCall.State: DBusValue] = [.ringing: "incoming", .dialing: "connecting", .active: "active"]
        var state: [String: DBusValue] = ["State": state.map { .string($0) } ?? words[call.state] ?? "active"]
        state["Outgoing"] = .bool(!call.isIncoming)
        if call.state == .active {
            state["OnHold"] = .bool(call.isOnHold)
            state["Muted"] = .bool(call.isMuted)
        }
        known[call.id] = call.uuid
        report(
            "ReportExistingCall", .string(identifier), .string(call.uuid),
            .options(facts(call).merging(state) { $1 }))
    }

    private func facts(_ call: SipCall) -> [String: DBusValue] {
        let name = call.peer.split(separator: "@").first?.split(separator: ":").last.map(String.init) ?? ""
        return [
            "RemoteHandle": .tuple("generic", .string(call.peer)), "LocalizedCallerName": .string(name),
            "SupportsGrouping": false, "SupportsMuting": .bool(mutes),
            "StreamProcess": .uint32(UInt32(phone.process.processID)),
        ]
    }
}
