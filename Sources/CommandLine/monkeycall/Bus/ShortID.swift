// SPDX-License-Identifier: MIT
import CallClient
import CallInterface

extension Registry {
    /// The first characters of an id: eight, or as many as distinguish it from all other calls.
    func shortID(_ uuid: String) -> String { uuid.shortID(among: calls.values.map(\.uuid)) }
}

extension CallRecord {
    /// Whether the call is going on now: it does not ring, is not on hold and is not over.
    var isUnderWay: Bool {
        switch state.word {
        case .incoming: !isUnanswered
        case .dialing, .connecting, .active: true
        case .held, .ending, .ended, nil: false
        }
    }

    /// The Reason of the call, with the short id of the other call.
    func why(in registry: Registry) -> String {
        if !heldFor.isEmpty, heldFor != reasonCall { return "held for \(registry.shortID(heldFor)): \(reason)" }
        return reasonCall.isEmpty ? reason.text : "\(reason) \(registry.shortID(reasonCall))"
    }
}

extension String {
    /// The first characters of a UUID that distinguish it from all others, at least eight.
    package func shortID(among others: [String]) -> String {
        var length = 8
        while length < count, others.contains(where: { $0 != self && $0.hasPrefix(prefix(length)) }) { length += 1 }
        return String(prefix(length))
    }
}
