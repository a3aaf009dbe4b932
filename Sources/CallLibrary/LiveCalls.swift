// SPDX-License-Identifier: MIT

import CallInterface
import Foundation
import SDBus

/// The calls of a provider that go on, with all that the app reported and fulfilled: a new service must be told of them.
struct LiveCalls {
    private var calls: [UUID: LiveCall] = [:]

    subscript(uuid: UUID) -> LiveCall? { calls[uuid] }

    mutating func begin(_ uuid: UUID, outgoing: Bool, _ update: [String: Variant]) {
        calls[uuid] = LiveCall(outgoing: outgoing, group: uuid, update: update)
    }

    mutating func end(_ uuid: UUID) {
        leaveGroup(uuid)
        calls[uuid] = nil
    }

    mutating func update(_ uuid: UUID, _ update: [String: Variant]) { calls[uuid]?.update.merge(update) { $1 } }

    /// Undoes a refused update, except for keys that another update changed since.
    mutating func takeBack(_ update: [String: Variant], of uuid: UUID, to before: [String: Variant]) {
        for (key, value) in update where calls[uuid]?.update[key] == value { calls[uuid]?.update[key] = before[key] }
    }

    /// Stores the call that a held call is held for, as the service tells; nil = none.
    mutating func keep(_ uuid: UUID, heldFor target: UUID?) { calls[uuid]?.heldFor = target }

    /// Whether there is no call.
    var isEmpty: Bool { calls.isEmpty }

    /// Whether a call is held.
    var areHeld: Bool { calls.values.contains { $0.state == .held } }

    mutating func startConnecting(_ uuid: UUID) {
        if calls[uuid]?.state == .dialing { calls[uuid]?.state = .connecting }
    }

    mutating func connect(_ uuid: UUID, at date: UInt64) { calls[uuid]?.connect(at: date) }

    /// Applies a completed action. A failed start or answer ends its call.
    mutating func complete(_ action: ActionRecord, _ outcome: ActionOutcome) {
        switch (action.kind, outcome) {
        case (.start, .fulfilled(let date)): if let date { calls[action.call]?.startedAt = date.microseconds }
        case (.playDTMF, _): break
        case (.answer, .fulfilled(let date)): connect(action.call, at: date?.microseconds ?? 0)
        case (.start, .failed), (.answer, .failed), (.end, .fulfilled): end(action.call)
        case (.setHeld(let onHold), .fulfilled): calls[action.call]?.state = onHold ? .held : .active
        case (.setMuted(let muted), .fulfilled): calls[action.call]?.muted = muted
        case (.setGroup(let other), .fulfilled):
            leaveGroup(action.call)
            if let group = other.flatMap({ calls[$0]?.group }) { calls[action.call]?.group = group }
        case (.end, .failed), (.setHeld, .failed), (.setMuted, .failed), (.setGroup, .failed): break
        }
    }

    /// A group has the name of one of its calls. If that call leaves, the rest gets another name.
    private mutating func leaveGroup(_ uuid: UUID) {
        calls[uuid]?.group = uuid
        let rest = calls.filter { $0.key != uuid && $0.value.group == uuid }.map(\.key)
        for member in rest { calls[member]?.group = rest[0] }
    }

    /// The calls to report, as `ReportExistingCall` takes them.
    func reports(except withheld: Set<UUID>) -> [(UUID, [String: Variant])] {
        calls.filter { !withheld.contains($0.key) }.map { ($0.key, $0.value.wire) }
    }
}

/// A call that goes on.
struct LiveCall {
    enum State: String {
        case incoming, dialing, connecting, active, held
    }

    let outgoing: Bool
    var state: State
    /// All updates so far, merged.
    var update: [String: Variant]
    var muted = false
    /// The call that it was held for; nil = none. Only valid while the call is held.
    fileprivate(set) var heldFor: UUID?
    /// The name of its group, also if it is alone. Calls that are reported with one name are in one group again, in any order.
    var group: UUID
    fileprivate(set) var startedAt = Date().microseconds
    private var connectedAt: UInt64 = 0

    init(outgoing: Bool, group: UUID, update: [String: Variant]) {
        (self.outgoing, self.group, self.update) = (outgoing, group, update)
        state = outgoing ? .dialing : .incoming
    }

    /// Only the first time counts: a call stays connected.
    mutating func connect(at date: UInt64) {
        guard connectedAt == 0 else { return }
        state = .active
        connectedAt = date == 0 ? Date().microseconds : date
    }

    var wire: [String: Variant] {
        var wire = update
        wire[Key.outgoing] = .bool(outgoing)
        wire[Key.state] = .string(state.rawValue)
        wire[Key.muted] = .bool(muted)
        wire[Key.group] = .string(group.wire)
        if state == .held, let heldFor { wire[Key.heldFor] = .string(heldFor.wire) }
        wire[Key.startedAt] = .uint64(startedAt)
        if connectedAt != 0 { wire[Key.connectedAt] = .uint64(connectedAt) }
        return wire
    }
}
