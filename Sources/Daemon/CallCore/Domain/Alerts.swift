// SPDX-License-Identifier: MIT

/// The calls that ring, and the callers that do-not-disturb refused recently.
struct Alerts: Hashable, Sendable {
    /// The incoming calls without an accepted answer, each with its number in the order of arrival.
    private(set) var ringing: [CallID: UInt64] = [:]
    /// Those among them that must ring without a sound.
    private(set) var silenced: Set<CallID> = []
    /// The callers that may ring if they try again.
    private(set) var filtered: Set<Handle> = []
    /// What these callers cost.
    private(set) var filteredBytes = 0
    var lastArrival: UInt64 = 0
    /// The calls and callers that changed since they were taken.
    private var unwrittenCalls = Touched<CallID>()
    private var unwrittenCallers = Touched<Handle>()

    var isEmpty: Bool { ringing.isEmpty }
    var isSilent: Bool { silenced.count == ringing.count }

    /// The calls that ring; the one that has rung longest is first.
    var inOrder: [CallID] { ringing.sorted { $0.value < $1.value }.map(\.key) }

    func rings(_ id: CallID) -> Bool { ringing[id] != nil }

    mutating func start(_ id: CallID, silenced isSilenced: Bool) {
        lastArrival += 1
        ringing[id] = lastArrival
        unwrittenCalls.insert(id)
        if isSilenced { silenced.insert(id) }
    }

    /// Returns false if the call did not ring.
    mutating func stop(_ id: CallID) -> Bool {
        guard ringing.removeValue(forKey: id) != nil else { return false }
        silenced.remove(id)
        unwrittenCalls.insert(id)
        return true
    }

    /// A call that rings must not sound any more.
    mutating func silence(_ id: CallID) {
        silenced.insert(id)
        unwrittenCalls.insert(id)
    }

    /// Remembers a refused caller, if there is space. Returns false if nothing was remembered.
    mutating func remember(_ caller: Handle, limit: Int) -> Bool {
        guard filtered.count < limit, filtered.insert(caller).inserted else { return false }
        filteredBytes += Cost.entry + caller.cost
        unwrittenCallers.insert(caller)
        return true
    }

    mutating func forget(_ caller: Handle) {
        if filtered.remove(caller) != nil { filteredBytes -= Cost.entry + caller.cost }
        unwrittenCallers.insert(caller)
    }

    // MARK: Across a restart

    mutating func takeUnwrittenCalls() -> [CallID] { unwrittenCalls.take() }
    mutating func takeUnwrittenCallers() -> [Handle] { unwrittenCallers.take() }

    mutating func restore(ringing arrival: UInt64, _ id: CallID, isSilenced: Bool) {
        ringing[id] = arrival
        if isSilenced { silenced.insert(id) }
    }

    mutating func restore(filtered caller: Handle) {
        if filtered.insert(caller).inserted { filteredBytes += Cost.entry + caller.cost }
    }
}
