// SPDX-License-Identifier: MIT

import CallInterface
import Foundation
import SDBus

/// The calls of a provider that go on, as the app has reported them and fulfilled actions on them: what a service that is
/// new has to be told.
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

    /// An update was refused: what it has changed, and nobody since, is as it was before.
    mutating func takeBack(_ update: [String: Variant], of uuid: UUID, to before: [String: Variant]) {
        for (key, value) in update where calls[uuid]?.update[key] == value { calls[uuid]?.update[key] = before[key] }
    }

    /// The call that a held call is held for, as the service says; nil = none.
    mutating func keep(_ uuid: UUID, heldFor target: UUID?) { calls[uuid]?.heldFor = target }

    /// Whether no call goes on.
    var isEmpty: Bool { calls.isEmpty }

    /// Whether one of them is held.
    var areHeld: Bool { calls.values.contains { $0.state == .held } }

    mutating func startConnecting(_ uuid: UUID) {
        if calls[uuid]?.state == .dialing { calls[uuid]?.state = .connecting }
    }

    mutating func connect(_ uuid: UUID, at date: UInt64) { calls[uuid]?.connect(at: date) }

    /// What a completed action has changed. A failed start or answer has ended its call.
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

    /// A call that leaves takes its name along, so that the rest needs another.
    private mutating func leaveGroup(_ uuid: UUID) {
        calls[uuid]?.group = uuid
        let rest = calls.filter { $0.key != uuid && $0.value.group == uuid }.map(\.key)
        for member in rest { calls[member]?.group = rest[0] }
    }

    /// Those to report, as `ReportExistingCall` takes them.
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
    /// All that updates have said so far.
    var update: [String: Variant]
    var muted = false
    /// The call that it was held for; nil = none. It counts while the call is held.
    fileprivate(set) var heldFor: UUID?
    /// Its group's name, also alone: calls that are reported under one name are found together again, in any order.
    var group: UUID
    fileprivate(set) var startedAt = Date().microseconds
    private var connectedAt: UInt64 = 0

    init(outgoing: Bool, group: UUID, update: [String: Variant]) {
        (self.outgoing, self.group, self.update) = (outgoing, group, update)
        state = outgoing ? .dialing : .incoming
    }

    /// Once: a call is connected from then on.
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
