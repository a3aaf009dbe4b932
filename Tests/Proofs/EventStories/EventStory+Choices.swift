// SPDX-License-Identifier: MIT

internal import FuzzingSupport

@testable import CallCore
@testable internal import StateSpace

// The parts of an event that depend on the domain. A small byte chooses among all values, also those that the core
// refuses; another byte chooses one that fits now. A fuzzer reaches all values, and random bytes make long stories.
extension EventStory {
    /// One of `all`, or usually one of `sensible` if it is not empty.
    private mutating func choose<Element>(among all: [Element], mostly sensible: [Element]) -> Element {
        let byte = input.byte()
        let choices = byte < 64 || sensible.isEmpty ? all : sensible
        return choices[Int(byte) % choices.count]
    }

    /// A number that the story has not used.
    private var freshNumber: UInt64 { 1_000 + UInt64(events.count) * 8 }

    private static let callIDs = (0..<6).map { CallID(high: 0, low: $0) }

    private var freshCallID: CallID { CallID(high: 0, low: freshNumber) }

    private var knownCallIDs: [CallID] {
        (Array(domain.calls.keys) + domain.screenings.waiting.keys).sorted { $0.description < $1.description }
    }

    /// Usually a call that exists.
    mutating func callID() -> CallID { choose(among: Self.callIDs, mostly: knownCallIDs) }

    /// Usually a call that waits for the directory.
    mutating func screenedCallID() -> CallID {
        choose(among: Self.callIDs, mostly: domain.screenings.inOrder.map(\.id))
    }

    /// Usually an id that no call has had.
    mutating func newCallID() -> CallID { choose(among: Self.callIDs, mostly: [freshCallID]) }

    /// Usually an id that no call has had, sometimes a call that waits for the directory.
    mutating func incomingCallID() -> CallID {
        let fresh = freshCallID
        return choose(
            among: Self.callIDs, mostly: [fresh, fresh, fresh] + domain.screenings.inOrder.map(\.id).prefix(1))
    }

    /// Usually an id that no call has had, a call that exists, or a call whose app was lost.
    mutating func existingCallID() -> CallID {
        choose(among: Self.callIDs, mostly: [freshCallID] + knownCallIDs + domain.lostCalls.map(\.call.id))
    }

    /// Usually a provider that exists.
    mutating func identifier() -> String {
        choose(among: Cast.identifiers, mostly: domain.providers.ids.keys.sorted())
    }

    /// Usually a provider that does not exist.
    mutating func newIdentifier() -> String {
        choose(among: Cast.identifiers, mostly: Cast.identifiers.prefix(4).filter { domain.providers[$0] == nil })
    }

    /// Usually a program outside a sandbox.
    mutating func requester() -> Caller { choose(among: Cast.callers, mostly: Array(Cast.callers.prefix(3))) }

    /// Usually a registration while fewer than three providers exist.
    mutating func eventKind() -> EventKind {
        let domain = domain
        let sensible = EventKind.choices.filter { $0.isSensible(in: domain) }
        return choose(among: EventKind.choices, mostly: domain.providers.count < 3 ? [.register] : sensible)
    }

    /// Facts about a call. A group is usually that of a call that exists.
    mutating func update() -> CallUpdate {
        var update = input.update()
        if update.group != nil, input.flag() { update.group = .some(GroupID(callID())) }
        return update
    }

    mutating func existing() -> ExistingCall {
        var existing = ExistingCall()
        existing.state = choose(
            among: [.active, .held, .incoming, .dialing, .connecting, .ending, .ended],
            mostly: [.active, .held, .incoming, .dialing, .connecting])
        let bits = input.byte()
        existing.outgoing = bits & 1 != 0
        existing.muted = bits & 128 != 0 ? nil : bits & 2 != 0
        existing.group = bits & 4 != 0 ? GroupID(callID()) : nil
        existing.heldFor = bits & 64 != 0 ? callID() : nil
        if bits & 8 != 0 { existing.startedAt = input.time() }
        if bits & 16 != 0 { existing.connectedAt = input.time() }
        if bits & 32 != 0 { existing.update = input.update() }
        return existing
    }

    mutating func request() -> Request {
        let bits = input.byte()
        // Usually one action. A request may have none.
        let count = [1, 1, 1, 1, 2, 2, 3, 0][Int(bits & 7)]
        var items: [Request.Item] = []
        // Sometimes few ids, so that a story uses the same id often, also after its action was completed.
        let byte = bits & 32 != 0 ? input.byte() : 0
        let actionNumber = byte < 64 ? UInt64(byte % 8) : freshNumber
        for place in 0..<count {
            let name = bits & 64 != 0 ? ActionID(high: 1, low: actionNumber + UInt64(place)) : nil
            var item = self.item()
            item.identifier = name
            items.append(item)
        }
        var request = Request(items)
        request.isFromHeadset = bits & 8 != 0
        request.activationToken = bits & 16 != 0 ? "token" : ""
        request.endsOthers = bits & 24 != 24
        request.transaction =
            bits & 32 != 0 ? TransactionID(high: 1, low: byte < 64 ? UInt64(byte >> 3) : freshNumber) : nil
        return request
    }

    /// Usually an action that the call allows now.
    private mutating func item() -> Request.Item {
        let call = choose(among: Self.callIDs, mostly: knownCallIDs + [freshCallID])
        let state = domain.calls[call]
        switch choose(among: ActionWord.allCases, mostly: state?.allowedActions ?? [.startCall]) {
        case .startCall:
            let identifier = self.identifier()
            var start = StartAction(provider: identifier, handle: input.handle())
            let bits = input.byte()
            start.video = bits & 1 != 0
            start.contactIdentifier = bits & 2 != 0 ? input.text() : ""
            start.emergency = bits & 12 == 12
            start.dialed = bits & 48 == 48
            return Request.Item(call: call, kind: .start(start))
        case .answerCall: return Request.Item(call: call, kind: .answer)
        case .endCall: return Request.Item(call: call, kind: .end)
        case .setHeld:
            let held = choose(among: [false, true], mostly: [state?.onHold != true])
            return Request.Item(call: call, kind: .setHeld(held))
        case .setMuted: return Request.Item(call: call, kind: .setMuted(input.flag()))
        case .setGroup: return Request.Item(call: call, kind: .setGroup(with: input.flag() ? callID() : nil))
        case .playDTMF:
            let digits = input.pick(["1", "12,3", "#;"])
            return Request.Item(call: call, kind: .playDTMF(digits: digits, input.pick(DTMFType.allCases)))
        }
    }

    /// Usually a fulfilment. An app cannot report a time-out.
    mutating func outcome() -> Outcome {
        choose(among: [false, true], mostly: [true, false, false, false])
            ? .failed : .fulfilled(at: input.time())
    }
}

extension EventKind {
    fileprivate func isSensible(in domain: Domain) -> Bool {
        switch self {
        case .reportUpdated, .reportEnded, .reportConnecting, .reportConnected: !domain.calls.isEmpty
        case .complete: !domain.transactions.isEmpty
        case .setShellState, .setRoute: !domain.shells.isEmpty
        case .setDirectoryState, .identify: domain.hasDirectory
        case .answerScreening: !domain.screenings.waiting.isEmpty
        case .register, .configure, .invalidate, .reportIncoming, .reportExisting, .request, .requestStartCall,
            .silence, .registerShell, .registerDirectory, .clientLost, .timerFired, .sessionActivity, .restarted,
            .reset,
            .policyChanged, .dateJumped:
            true
        }
    }
}
