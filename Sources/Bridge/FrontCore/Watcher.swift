// SPDX-License-Identifier: MIT

package import CallContract

/// What a user's headsets see: the calls of the gateway whose user is in front.
package struct FrontView: Hashable, Sendable {
    /// The oldest first.
    package var calls: [FrontCall]
    package var `operator`: String

    package init(calls: [FrontCall], operator: String) { (self.calls, self.operator) = (calls, `operator`) }

    package func call(_ id: UInt32) -> FrontCall? { calls.first { $0.id == id } }
}

/// A connection of WirePlumber, and what it was told.
///
/// PipeWire asks for the properties of each new call, and takes the call for active until it has the answer. So a
/// watcher hears of one new call at a time, and of no change nor end of another one meanwhile, which would let the
/// headset believe that the new one is active. PipeWire learns of no call by the properties of the modem, so that a
/// watcher also hears of each call that was there before it.
struct Watcher: Hashable, Sendable {
    let uid: UInt32
    /// Whether it asks the owner of ModemManager's name, and forgets all when the name has another owner.
    let asksModemManager: Bool
    /// nil: it knows no modem.
    private var told: Told?

    private struct Told: Hashable, Sendable {
        var `operator`: String
        /// In the order in which it heard of them.
        var calls: [FrontCall] = []
        /// The call for whose properties it has not asked yet.
        var introduced: UInt32?
    }

    /// A watcher to which the answer shows that.
    init(uid: UInt32, asksModemManager: Bool, shown: FrontView?) {
        (self.uid, self.asksModemManager) = (uid, asksModemManager)
        told = shown.map { Told(operator: $0.operator) }
    }

    /// It was told the properties of a call.
    mutating func describe(_ call: FrontCall) {
        guard var told, told.introduced == call.id else { return }
        told.introduced = nil
        told.calls = told.calls.map { $0.id == call.id ? call : $0 }
        self.told = told
    }

    /// The signals after which it knows what is there, as far as it may know now. nil = no modem.
    mutating func catchUp(with view: FrontView?) -> [FrontEffect.Kind] {
        var effects: [FrontEffect.Kind] = []
        switch (told, view) {
        case (nil, nil): break
        case (nil, let view?):
            effects.append(.modemAdded(view.operator))
            var new = Told(operator: view.operator)
            effects += Self.follow(view, &new)
            told = new
        case (var old?, nil):
            effects += Self.delete(old.calls, &old)
            effects.append(.modemRemoved)
            told = nil
        case (var old?, let view?):
            if old.operator != view.operator { effects.append(.operatorChanged(view.operator)) }
            old.operator = view.operator
            effects += Self.follow(view, &old)
            told = old
        }
        return effects
    }

    /// PipeWire counts the active calls after each signal, and a headset that hears of none ends the call. So the call
    /// that becomes active is told before the one that is active no more.
    private static func follow(_ view: FrontView, _ told: inout Told) -> [FrontEffect.Kind] {
        var effects: [FrontEffect.Kind] = []
        if let introduced = told.introduced {
            guard view.call(introduced) == nil else { return [] }
            effects += delete(told.calls.filter { $0.id == introduced }, &told)
        }
        let changed = told.calls.filter { old in view.call(old.id).map { $0.state != old.state } ?? false }
        for isActive in [true, false] {
            for old in changed {
                guard let new = view.call(old.id), (new.state == .active) == isActive else { continue }
                effects.append(.callChanged(old.id, from: old.state, to: new.state))
                told.calls = told.calls.map { $0.id == new.id ? new : $0 }
            }
        }
        effects += delete(told.calls.filter { view.call($0.id) == nil }, &told)
        let next = view.calls.first { call in !told.calls.contains { $0.id == call.id } }
        guard let next else { return effects }
        effects.append(.callAdded(next.id))
        told.calls.append(next)
        told.introduced = next.id
        return effects
    }

    /// PipeWire then forgets the calls, also one for whose properties it is to ask.
    private static func delete(_ calls: [FrontCall], _ told: inout Told) -> [FrontEffect.Kind] {
        var effects: [FrontEffect.Kind] = []
        for call in calls {
            effects.append(.callChanged(call.id, from: call.state, to: nil))
            effects.append(.callDeleted(call.id))
            told.calls.removeAll { $0.id == call.id }
            if told.introduced == call.id { told.introduced = nil }
        }
        return effects
    }
}
