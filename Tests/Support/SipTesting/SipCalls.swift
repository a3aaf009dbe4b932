// SPDX-License-Identifier: MIT

/// The calls of one phone.
struct SipCalls: Sendable {
    private(set) var calls: [String: SipCall] = [:]

    mutating func change(_ call: String, _ body: (inout SipCall) -> Void) {
        guard var changed = calls[call] else { return }
        body(&changed)
        calls[call] = changed
    }

    mutating func apply(_ event: SipEvent) {
        guard event.type.hasPrefix("CALL_"), !event.call.isEmpty else { return }
        if event.type == "CALL_CLOSED" {
            calls[event.call] = nil
            return
        }
        if calls[event.call] == nil {
            calls[event.call] = SipCall(
                id: event.call, isIncoming: event.isIncoming, peer: event.peer,
                uuid: SipCall.uuid(of: event.call), state: event.isIncoming ? .ringing : .dialing)
        }
        change(event.call) { call in
            switch (event.type, event.parameter) {
            case ("CALL_ESTABLISHED", _): call.state = .active
            case ("CALL_REMOTE_SDP", "answer") where call.state == .active: call.isOnHold = call.isToBeOnHold
            default: break
            }
        }
    }
}
