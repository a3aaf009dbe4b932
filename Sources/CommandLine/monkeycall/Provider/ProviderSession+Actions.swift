// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

extension ProviderSession {
    /// Prints the action that the service requests, and in automatic mode performs it.
    func perform(_ signal: Message) {
        guard let name = SignalName(rawValue: signal.member), let values = try? signal.values(),
            values.first?.string == settings.identifier
        else { return }
        if name == .providerDidReset { return reset() }
        isClean = false
        let details: [(key: String, value: JSON)] = values.last?.dictionary.map { [("Details", JSON($0))] } ?? []
        func text(_ index: Int) -> String { index < values.count ? values[index].string ?? "" : "" }
        if let action = PerformSignal(name, signal) {
            if isRepeated(text(1), values.last?.dictionary ?? [:]) { return }
            var event = ProviderEvent(
                action.kind.command, ("Action", text(1)), ("Call", text(2)), details: details)
            if let argument = action.kind.argument { event.words.append(argument) }
            return began(event, action: text(1), call: text(2))
        }
        switch name {
        case .timedOutPerformingAction:
            actions.remove(text(1))
            say(ProviderEvent("timed-out", ("Action", text(1)), details: details))
        case .didActivateAudioSession: session("audio-activated", values)
        case .didDeactivateAudioSession: session("audio-deactivated", values)
        case .audioRouteChanged: session("audio-route", values, route: true)
        case .startCallRequested: requested(values.count > 1 ? WireHandle(values[1])?.handle : nil, details)
        default: break
        }
    }

    private func began(_ event: ProviderEvent, action: String, call: String) {
        actions.insert(action)
        calls.insert(call)
        say(event)
        guard settings.auto else { return }
        complete(action, .fulfillAction, for: "fulfill \(action)") { [unowned self] in
            if event.name == "end" { calls.remove(call) }
            if event.name == "start" { connect(call) }
        }
    }

    func complete(_ action: String, _ method: MethodName, for command: String, then: @escaping () -> Void = {}) {
        outcomes[action] = method
        call(method, action, [String: Variant](), done: .actionAlreadyCompleted, for: command) { [unowned self] in
            actions.remove(action)
            then()
        }
    }

    /// The service was restarted and asks again for an action that the session has printed. True if there is nothing
    /// more to do.
    private func isRepeated(_ action: String, _ details: [String: Variant]) -> Bool {
        guard details.flag(.again) else { return false }
        guard let method = outcomes[action] else { return actions.contains(action) }
        service.client.report(method, action, [String: Variant]())
        return true
    }

    /// Reports that the other side answers at once.
    private func connect(_ uuid: String) {
        let now: UInt64 = 0
        call(.reportOutgoingCallStartedConnecting, uuid, now, for: "connecting \(uuid)") { [unowned self] in
            call(.reportOutgoingCallConnected, uuid, now, for: "connected \(uuid)")
        }
    }

    private func session(_ name: String, _ values: [Variant], route: Bool = false) {
        let session = values.last?.dictionary ?? [:]
        var event = ProviderEvent(
            name, ("Call", session.text(.call)), details: [("Session", JSON(session))])
        if route { event.words.append(("Route", session.text(.route))) }
        say(event)
    }

    /// StartCallRequested asks for a start-call transaction of the app.
    private func requested(_ handle: Handle?, _ details: [(key: String, value: JSON)]) {
        guard let handle else { return }
        let type = handle.kind.rawValue
        say(ProviderEvent("start-requested", ("Type", type), ("Handle", handle.value), details: details))
        guard settings.auto else { return }
        let action = ActionKind.start(StartAction(provider: settings.identifier, handle: handle))
        let wire = action.wire(call: CallID.random().description)
        call(.requestTransaction, [wire], [String: Variant](), for: "start \(handle.value)")
    }
}

extension ActionKind {
    /// The word of its line.
    fileprivate var command: String {
        switch self {
        case .start: "start"
        case .answer: "answer"
        case .end: "end"
        case .setHeld(let onHold): onHold ? "hold" : "resume"
        case .setMuted(let muted): muted ? "mute" : "unmute"
        case .setGroup(let other): other == nil ? "ungroup" : "group"
        case .playDTMF: "dtmf"
        }
    }

    /// The last word of its line; nil = none.
    fileprivate var argument: (key: String, value: String)? {
        switch self {
        case .start(let start): ("Handle", start.handle.value)
        case .setGroup(let other): other.map { ("GroupWith", $0.description) }
        case .playDTMF(let digits, _): ("Digits", digits)
        case .answer, .end, .setHeld, .setMuted: nil
        }
    }
}

extension ProviderSession {
    /// Performs the command of an input line.
    func execute(_ line: String) {
        do throws(BusError) {
            guard let command = try ProviderInput(line) else { return }
            try execute(command, line)
        } catch {
            refused(error, line)
        }
    }

    private func execute(_ command: ProviderInput, _ line: String) throws(BusError) {
        let (now, nothing) = (UInt64(0), [String: Variant]())
        switch command {
        case .incoming(let handle, let name): ring(handle, name, line)
        case .complete(let action, let method): complete(try actions.resolve(action), method, for: line)
        case .progress(let call, let method): self.call(method, try calls.resolve(call), now, for: line)
        case .ended(let call, let reason):
            let uuid = try calls.resolve(call)
            self.call(.reportCallEnded, uuid, now, reason, nothing, for: line) { [unowned self] in calls.remove(uuid) }
        case .update(let call, let key, let value):
            self.call(.reportCallUpdated, try calls.resolve(call), [key: value], for: line)
        }
    }

    private func ring(_ handle: Handle, _ name: String, _ line: String) {
        let uuid = CallID.random().description
        var update = CallUpdate()
        update.remoteHandle = handle
        if !name.isEmpty { update.localizedCallerName = name }
        let known = CallError.Code.incomingCallUUIDAlreadyExists
        call(.reportNewIncomingCall, settings.identifier, uuid, update.wire, done: known, for: line) { [unowned self] in
            calls.insert(uuid)
            say(ProviderEvent("ringing", ("Call", uuid)))
        }
    }
}
