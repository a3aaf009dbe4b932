// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// The calls of a provider that go on, with all that the app reported and fulfilled: a new service must be told of
/// them.
struct LiveCalls {
    private var calls: [CallID: LiveCall] = [:]

    subscript(id: CallID) -> LiveCall? { calls[id] }

    mutating func begin(_ id: CallID, outgoing: Bool, _ update: CallUpdate) {
        calls[id] = LiveCall(outgoing: outgoing, group: GroupID(id), first: update)
    }

    /// A call that goes on, as the app reports it; also of a call that is known.
    mutating func adopt(_ id: CallID, _ report: ExistingCall) {
        if calls[id] == nil { begin(id, outgoing: report.outgoing, CallUpdate()) }
        update(id, report.update.wire)
        if let muted = report.muted { calls[id]?.muted = muted }
        switch report.state {
        case .active, .held:
            connect(id, at: report.connectedAt)
            calls[id]?.state = report.state
        case .incoming, .dialing, .connecting, .ending, .ended: calls[id]?.state = report.state
        }
    }

    mutating func end(_ id: CallID) {
        leaveGroup(id)
        calls[id] = nil
    }

    mutating func update(_ id: CallID, _ update: [String: Variant]) { calls[id]?.later.merge(update) { $1 } }

    /// Undoes a refused update, except for keys that another update changed since.
    mutating func takeBack(_ update: [String: Variant], of id: CallID, to before: [String: Variant]) {
        for (key, value) in update where calls[id]?.update[key] == value { calls[id]?.later[key] = before[key] }
    }

    /// Stores the call that a held call is held for, as the service tells; nil = none.
    mutating func keep(_ id: CallID, heldFor target: CallID?) { calls[id]?.heldFor = target }

    /// Whether there is no call.
    var isEmpty: Bool { calls.isEmpty }

    /// Whether a call is held.
    var areHeld: Bool { calls.values.contains { $0.state == .held } }

    mutating func startConnecting(_ id: CallID) {
        if calls[id]?.state == .dialing { calls[id]?.state = .connecting }
    }

    mutating func connect(_ id: CallID, at date: Time) { calls[id]?.connect(at: date) }

    /// Whether the call is already as the action wants it. A resume also brings the audio back, so it never is.
    func isDone(_ action: ActionRecord) -> Bool {
        switch action.kind {
        case .setMuted(let muted): calls[action.call]?.muted == muted
        case .setHeld(let onHold): onHold && calls[action.call]?.state == .held
        case .start, .answer, .end, .setGroup, .playDTMF: false
        }
    }

    /// Applies a completed action. A failed start or answer ends its call.
    mutating func complete(_ action: ActionRecord, _ outcome: ActionOutcome) {
        switch (action.kind, outcome) {
        case (.start, .fulfilled(let date)): if let date { calls[action.call]?.startedAt = SteadyTime(date) }
        case (.playDTMF, _): break
        case (.answer, .fulfilled(let date)): connect(action.call, at: date ?? 0)
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
    private mutating func leaveGroup(_ id: CallID) {
        calls[id]?.group = GroupID(id)
        let rest = calls.filter { $0.key != id && $0.value.group == GroupID(id) }.map(\.key)
        for member in rest { calls[member]?.group = GroupID(rest[0]) }
    }

    /// The calls to report, as `ReportExistingCall` takes them.
    func reports(except withheld: Set<CallID>) -> [(CallID, [String: Variant])] {
        calls.filter { !withheld.contains($0.key) }.map { ($0.key, $0.value.wire) }
    }
}

/// A call that goes on.
struct LiveCall {
    let outgoing: Bool
    var state: CallState
    /// The first report of it, which is most often the only one.
    private let first: CallUpdate
    /// The updates since, merged.
    fileprivate(set) var later: [String: Variant] = [:]
    var muted = false
    /// The call that it was held for; nil = none. Only valid while the call is held.
    fileprivate(set) var heldFor: CallID?
    /// The name of its group, also if it is alone. Calls that are reported with one name are in one group again, in any
    /// order.
    var group: GroupID
    /// The date may be set before the call is reported again.
    fileprivate(set) var startedAt = SteadyTime()
    /// nil = not yet.
    private var connectedAt: SteadyTime?

    init(outgoing: Bool, group: GroupID, first: CallUpdate) {
        (self.outgoing, self.group, self.first) = (outgoing, group, first)
        state = outgoing ? .dialing : .incoming
    }

    /// Only the first time counts: a call stays connected.
    mutating func connect(at date: Time) {
        guard connectedAt == nil else { return }
        state = .active
        connectedAt = date == 0 ? SteadyTime() : SteadyTime(date)
    }

    /// All updates so far, merged.
    var update: [String: Variant] { first.wire.merging(later) { $1 } }

    /// Appends all updates so far.
    func writeUpdate(to writer: inout MessageWriter) throws(BusError) {
        if later.isEmpty { try writer.entries(first) } else { try writer.append(update) }
    }

    var wire: [String: Variant] {
        var call = ExistingCall()
        (call.outgoing, call.state, call.muted, call.group) = (outgoing, state, muted, group)
        call.heldFor = state == .held ? heldFor : nil
        (call.startedAt, call.connectedAt) = (startedAt.date, connectedAt?.date ?? 0)
        return update.merging(call.wire) { $1 }
    }
}

/// A moment that keeps its distance to now when the date of the machine is set.
struct SteadyTime: Sendable {
    private let original: Time
    /// The date of the boot when this was made, in microseconds since 1970.
    private let boot = Self.bootDate

    /// That date; nil = now.
    init(_ date: Time? = nil) { original = date ?? SystemClock.realtime }

    /// As the date of the machine is now. The two clocks are not read at the same instant, and the date is also
    /// adjusted in small steps: a distance below a second is no new date.
    var date: Time {
        let jump = Self.bootDate - boot
        return abs(jump) < 1_000_000 ? original : Time(max(1, Int64(clamping: original) + jump))
    }

    private static var bootDate: Int64 {
        Int64(clamping: SystemClock.realtime) - Int64(clamping: SystemClock.boottime)
    }
}
