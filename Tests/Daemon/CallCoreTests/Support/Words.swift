// SPDX-License-Identifier: MIT

@testable import CallCore

/// Effects as words, so that a test reads like a story. Timers and audio changes have none: the laws check them.
extension Effect {
    var words: String? {
        switch self {
        case .send(_, let provider, let signal): "\(provider) \(signal.words)"
        case .shellIsPrimary(let client, let isPrimary): "\(client.name) is \(isPrimary ? "" : "not ")primary"
        case .startTimer, .cancelTimer: nil
        case .providerAdded(let provider): "+\(provider.identifier)"
        case .providerChanged(_, let provider): "\(provider.identifier) changed"
        case .providerRemoved(let provider): "-\(provider.identifier)"
        case .callAdded(let call): "+\(call.id.name) \(call.state.rawValue)"
        case .callChanged(_, let call): "\(call.id.name) is \(call.state.rawValue)"
        case .callRemoved(let call): "-\(call.id.name)"
        case .providerRestated(let provider): "\(provider.identifier) again"
        case .callRestated(let call): "\(call.id.name) again"
        case .audioChanged, .audioRestated: nil
        case .screen(let client, let call): "\(client.name) is asked about \(call.id.name)"
        case .screened(let call, nil): "\(call.name) is reported"
        case .screened(let call, let refusal?): "\(call.name) is refused: \(refusal.code.rawValue)"
        case .directoryChanged(let hasDirectory): hasDirectory ? "directory" : "no directory"
        case .callsEnded(let client, let number): "\(client.name) hears of \(number) ended"
        case .transactionCompleted(_, _, .succeeded, _): "done"
        case .transactionCompleted(_, _, .failed(_, let reason, let call), _):
            "failed \(reason.rawValue)\(call.map { " " + $0.name } ?? "")"
        }
    }
}

extension ProviderSignal {
    var words: String {
        switch self {
        case .didBegin: "begins"
        case .didReset: "is reset"
        case .perform(let performance): "must \(performance.action.words)"
        case .timedOut: "took too long"
        case .didActivate(let session): "gets audio for \(session.call.name)"
        case .didDeactivate(let session): "loses audio of \(session.call.name)"
        case .routeChanged(let session): "is routed to \(session.route)"
        case .startCallRequested(let handle, let details):
            "is asked to call \(handle.value)" + (details.displayName.isEmpty ? "" : " (\(details.displayName))")
        }
    }
}

extension Action {
    var words: String {
        switch kind {
        case .start: "start \(call.name)"
        case .answer: "answer \(call.name)"
        case .end: "end \(call.name)"
        case .setHeld(true): "hold \(call.name)"
        case .setHeld(false): "resume \(call.name)"
        case .setMuted(true): "mute \(call.name)"
        case .setMuted(false): "unmute \(call.name)"
        case .setGroup(let other?): "merge \(call.name) with \(other.name)"
        case .setGroup(nil): "split \(call.name)"
        case .playDTMF(let digits, _): "play \(digits) to \(call.name)"
        }
    }
}

extension ID {
    /// `a` for the call with the number 0xA, and so on.
    var name: String {
        let text = description
        return text.hasPrefix("00000000-0000-0000-") ? String(text.drop { $0 == "0" || $0 == "-" }) : text
    }
}
