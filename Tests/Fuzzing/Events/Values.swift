// SPDX-License-Identifier: MIT

internal import CallCore
internal import FuzzingSupport

// The parts of an event. Names come from small sets, so that they meet.

extension Input {
    mutating func callID() -> CallID { CallID(high: 0, low: UInt64(below(6))) }

    mutating func identifier() -> String { pick(Cast.identifiers) }

    mutating func text() -> String { pick(["", "x", "y", String(repeating: "z", count: 40)]) }

    mutating func handle() -> Handle { Handle(kind: pick(Handle.Kind.allCases), value: pick(["1", "2", "a@b"])) }

    /// Times are carried and never compared; nor added to, so the largest does no harm.
    mutating func time() -> Time { pick([0, 1, 1_700_000_000_000_000, .max]) }

    /// The administrator changes deadlines, and which modem is one; never the limits, which no file can set.
    mutating func policy(instead policy: Policy) -> Policy {
        var policy = policy
        policy.cellular = flag() ? ["cell": 1000] : [:]
        policy.deadlines.other = flag() ? 1_000 : 5_000_000
        return policy
    }

    mutating func configuration() -> ProviderConfiguration {
        var configuration = ProviderConfiguration()
        configuration.maximumCallGroups = 1 + below(3)
        configuration.maximumCallsPerCallGroup = 1 + below(3)
        let bits = byte()
        configuration.supportsVideo = bits & 1 != 0
        configuration.includesCallsInRecents = bits & 2 == 0
        configuration.holdsImplicitly = bits & 4 != 0
        configuration.localizedName = bits & 8 != 0 ? text() : ""
        configuration.desktopEntry = bits & 16 != 0 ? text() : ""
        configuration.icon = bits & 32 != 0 ? text() : ""
        configuration.ringtone = bits & 64 != 0 ? text() : ""
        if bits & 128 != 0 { configuration.supportedHandleTypes = [pick(Handle.Kind.allCases)] }
        return configuration
    }

    mutating func update() -> CallUpdate {
        var update = CallUpdate()
        // Two bits for each flag: not there, false, true.
        let flags = byte()
        update.supportsHolding = flag(flags)
        update.supportsGrouping = flag(flags >> 2)
        update.supportsUngrouping = flag(flags >> 4)
        update.supportsDTMF = flag(flags >> 6)
        let texts = byte()
        update.hasVideo = flag(texts)
        if texts & 4 != 0 { update.remoteHandle = .some(optional { $0.handle() }) }
        if texts & 8 != 0 { update.localizedCallerName = text() }
        if texts & 16 != 0 { update.contactIdentifier = text() }
        if texts & 32 != 0 { update.onHold = texts & 64 != 0 }
        if texts & 128 != 0 { update.emergency = flag() }
        return update
    }

    private func flag(_ bits: UInt8) -> Bool? { bits & 2 == 0 ? nil : bits & 1 == 0 }

    mutating func existing() -> ExistingCall {
        var existing = ExistingCall()
        existing.state = pick([.active, .held, .incoming, .dialing, .connecting, .ending, .ended])
        let bits = byte()
        existing.outgoing = bits & 1 != 0
        existing.muted = bits & 2 != 0
        existing.group = bits & 4 != 0 ? GroupID(callID()) : nil
        existing.heldFor = bits & 64 != 0 ? callID() : nil
        if bits & 8 != 0 { existing.startedAt = time() }
        if bits & 16 != 0 { existing.connectedAt = time() }
        if bits & 32 != 0 { existing.update = update() }
        return existing
    }

    mutating func request() -> Request {
        let bits = byte()
        // Mostly one action; none at all is a request too.
        let count = [1, 1, 1, 1, 2, 2, 3, 0][Int(bits & 7)]
        var items: [Request.Item] = []
        // Few, so that ids meet, also those of what is over.
        let names = bits & 32 != 0 ? byte() : 0
        for place in 0..<count {
            let name = bits & 64 != 0 ? ActionID(high: 1, low: UInt64(names % 8) + UInt64(place)) : nil
            items.append(Request.Item(call: callID(), kind: actionKind(), identifier: name))
        }
        var request = Request(items)
        request.isFromHeadset = bits & 8 != 0
        request.activationToken = bits & 16 != 0 ? "token" : ""
        request.transaction = bits & 32 != 0 ? TransactionID(high: 1, low: UInt64(names >> 5)) : nil
        return request
    }

    private mutating func actionKind() -> ActionKind {
        switch pick(ActionWord.allCases) {
        case .startCall:
            var start = StartAction(provider: identifier(), handle: handle())
            let bits = byte()
            start.video = bits & 1 != 0
            start.contactIdentifier = bits & 2 != 0 ? text() : ""
            start.emergency = bits & 12 == 12
            return .start(start)
        case .answerCall: return .answer
        case .endCall: return .end
        case .setHeld: return .setHeld(flag())
        case .setMuted: return .setMuted(flag())
        case .setGroup: return .setGroup(with: optional { $0.callID() })
        case .playDTMF: return .playDTMF(digits: pick(["1", "12,3", "#;"]), pick(DTMFType.allCases))
        }
    }

    mutating func startCallDetails() -> StartCallDetails {
        var details = StartCallDetails()
        let bits = byte()
        details.video = bits & 1 != 0
        details.contactIdentifier = bits & 2 != 0 ? text() : ""
        details.activationToken = bits & 4 != 0 ? "token" : ""
        return details
    }

    mutating func shellUpdate() -> ShellUpdate {
        var update = ShellUpdate()
        let bits = byte()
        if bits & 1 != 0 { update.doNotDisturb = flag() }
        if bits & 2 != 0 { update.allowed = Set([handle()]) }
        if bits & 4 != 0 { update.repeatCallers = flag() }
        if bits & 8 != 0 { update.autoResume = flag() }
        if bits & 16 != 0 { update.ringTimeout = pick([0, 1, .max]) }
        if bits & 32 != 0 { update.defaultProviders = [pick(Handle.Kind.allCases): identifier()] }
        if bits & 64 != 0 {
            var routes: [Route] = []
            for _ in 0..<below(4) { routes.append(Route(id: route(), kind: "k", name: "n", isAvailable: flag())) }
            update.routes = routes
        }
        if bits & 128 != 0 { update.route = route() }
        return update
    }

    mutating func route() -> String { pick(["", "speaker", "headset"]) }
}
