// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

extension ProviderSession {
    /// Prints the action that the service requests, and in automatic mode performs it.
    func perform(_ signal: Message) {
        guard let values = try? signal.values(), values.first?.string == settings.identifier else { return }
        if signal.member == "ProviderDidReset" { return reset() }
        isClean = false
        let details: [(key: String, value: JSON)] = values.last?.dictionary.map { [("Details", JSON($0))] } ?? []
        func text(_ index: Int) -> String { index < values.count ? values[index].string ?? "" : "" }
        func flag(_ index: Int) -> Bool { index < values.count ? values[index].bool ?? false : false }
        func action(_ name: String, _ more: (key: String, value: String)...) {
            var event = ProviderEvent(name, ("Action", text(1)), ("Call", text(2)), details: details)
            event.words += more
            began(event, action: text(1), call: text(2))
        }
        switch signal.member {
        case "PerformStartCallAction":
            action("start", ("Handle", values.count > 3 ? WireHandle(values[3])?.value ?? "" : ""))
        case "PerformAnswerCallAction": action("answer")
        case "PerformEndCallAction": action("end")
        case "PerformSetHeldCallAction": action(flag(3) ? "hold" : "resume")
        case "PerformSetMutedCallAction": action(flag(3) ? "mute" : "unmute")
        case "PerformSetGroupCallAction" where text(3).isEmpty: action("ungroup")
        case "PerformSetGroupCallAction": action("group", ("GroupWith", text(3)))
        case "PerformPlayDTMFCallAction": action("dtmf", ("Digits", text(3)))
        case "TimedOutPerformingAction":
            actions.remove(text(1))
            say(ProviderEvent("timed-out", ("Action", text(1)), details: details))
        case "DidActivateAudioSession": session("audio-activated", values)
        case "DidDeactivateAudioSession": session("audio-deactivated", values)
        case "AudioRouteChanged": session("audio-route", values, route: true)
        case "StartCallRequested": requested(values.count > 1 ? WireHandle(values[1]) : nil, details)
        default: break
        }
    }

    private func began(_ event: ProviderEvent, action: String, call: String) {
        actions.insert(action)
        calls.insert(call)
        say(event)
        guard settings.isAutomatic else { return }
        self.call("FulfillAction", action, [String: Variant](), for: "fulfill \(action)") { [unowned self] in
            actions.remove(action)
            if event.name == "end" { calls.remove(call) }
            if event.name == "start" { connect(call) }
        }
    }

    /// Reports that the other side answers at once.
    private func connect(_ uuid: String) {
        let now: UInt64 = 0
        call("ReportOutgoingCallStartedConnecting", uuid, now, for: "connecting \(uuid)") { [unowned self] in
            call("ReportOutgoingCallConnected", uuid, now, for: "connected \(uuid)")
        }
    }

    private func session(_ name: String, _ values: [Variant], route: Bool = false) {
        let session = values.last?.dictionary ?? [:]
        var event = ProviderEvent(
            name, ("Call", session[Key.call]?.string ?? ""), details: [("Session", JSON(session))])
        if route { event.words.append(("Route", session[Key.route]?.string ?? "")) }
        say(event)
    }

    /// StartCallRequested asks for a start-call transaction of the app.
    private func requested(_ handle: WireHandle?, _ details: [(key: String, value: JSON)]) {
        guard let handle else { return }
        say(ProviderEvent("start-requested", ("Type", handle.type), ("Handle", handle.value), details: details))
        guard settings.isAutomatic else { return }
        let action = ActionRequest(
            word: "start-call", call: UUID.random(),
            keys: [Key.provider: .string(settings.identifier), Key.handle: handle.variant])
        call("RequestTransaction", [action.wire], [String: Variant](), for: "start \(handle.value)")
    }
}
