// SPDX-License-Identifier: MIT

@testable import CallCore

/// The part of a domain that decides its future. Two domains have the same encoding if they differ only in times, or in
/// the names of their calls, apps, actions and transactions.
///
/// Not encoded: times (rule 11: carried, never compared; only whether a call has connected counts), timers (a law of
/// every step: each runs exactly while its call or action needs it), stories, text for people such as `causeCall` and
/// most reasons, serials beyond their order, sources of ids, past actions, which only cause refusals, and what
/// shells say, except whether they mute streams.
struct Snapshot {
    /// Whether the world has a directory, which may be away. Without one, an emergency call in the past decides
    /// nothing.
    let isScreening: Bool
    private var bytes: [UInt8] = []
    private var calls: [CallID] = []
    private var actions: [[ActionID]] = []
    private var transactions: [Transaction] = []

    init(isScreening: Bool) { self.isScreening = isScreening }

    /// The fingerprint of the state. Apps with the same configuration are interchangeable: the smallest fingerprint of
    /// all their orders stands for all of them.
    mutating func fingerprint(of domain: Domain) -> Fingerprint {
        let providers = domain.providers.values.sorted { $0.identifier < $1.identifier }
        transactions = domain.transactions.values.sorted { $0.serial < $1.serial }
        actions = transactions.map { transaction in Self.relevant(transaction, in: domain).map(\.id) }
        var smallest: Fingerprint?
        for order in Self.orders(of: providers.count) {
            let name = fingerprint(of: domain, order.map { providers[$0] })
            smallest = smallest.map { min($0, name) } ?? name
        }
        return smallest ?? Fingerprint(high: 0, low: 0)
    }

    private static func orders(of count: Int) -> [[Int]] {
        switch count {
        case 0: [[]]
        case 1: [[0]]
        case 2: [[0, 1], [1, 0]]
        case 3: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        default: [Array(0..<count)]
        }
    }

    /// The actions that still matter: those to come, and the holds that a failure undoes.
    private static func relevant(_ transaction: Transaction, in domain: Domain) -> [Action] {
        let done = transaction.actions[..<transaction.next].filter {
            if case .setHeld(true) = $0.kind { domain.calls[$0.call] != nil } else { false }
        }
        return done + transaction.actions[transaction.next...]
    }

    private mutating func fingerprint(of domain: Domain, _ providers: [Provider]) -> Fingerprint {
        bytes.removeAll(keepingCapacity: true)
        calls.removeAll(keepingCapacity: true)
        for provider in providers { calls += provider.calls }
        write(count: providers.count)
        for provider in providers {
            write(flags: [
                provider.isUnresponsive, provider.providerClass == .cellular,
                provider.configuration.holdsImplicitly == true,
                provider.app != nil,
            ])
            write(count: provider.calls.count)
        }
        for id in calls { if let call = domain.calls[id] { write(call, in: domain) } }
        for transaction in transactions { write(transaction, in: domain) }
        write(list: domain.occupancy.occupants)
        write(list: domain.occupancy.intruders)
        write(list: domain.occupancy.resumable)
        // The core ends them in this order when an emergency call comes.
        if !domain.policy.cellular.isEmpty { write(list: domain.alertCalls) }
        write(list: domain.audio.owner?.calls ?? [])
        write(count: domain.lane.order.count)
        for id in domain.lane.order { write(count: number(of: id)) }
        for call in calls where domain.lane.waitingForEnd[call] != nil {
            write(call: call)
            write(count: domain.lane.waitingForEnd[call]?.count ?? 0)
            for id in domain.lane.waitingForEnd[call] ?? [] { write(count: number(of: id)) }
        }
        write(flags: [domain.shells.state.mutesStreams])
        if isScreening { writeScreenings(of: domain, providers) }
        for lost in domain.lostCalls { write(lost: lost, in: domain, providers) }
        return Fingerprint(of: bytes)
    }

    private mutating func writeScreenings(of domain: Domain, _ providers: [Provider]) {
        let whenLate = domain.screenings.directory?.whenLate
        write(flags: [domain.hasDirectory, domain.hasEmergencyWindow])
        write(count: whenLate.flatMap { Verdict.allCases.firstIndex(of: $0) } ?? 99)
        write(list: calls.filter { domain.calls[$0]?.silenced == true })
        write(flags: providers.map { domain.isSwitchedOff($0) })
        // The loss of the directory decides in this order.
        for call in domain.screenings.inOrder {
            write(count: providers.firstIndex { $0.id == call.provider } ?? 99)
            write(count: domain.screenings.waiting[call.id]?.reports ?? 0)
            write(flags: [call.supports.holding, call.supports.ending])
        }
    }

    /// Its app may come back with it, and then other calls are held for it again.
    private mutating func write(lost: EndedCall, in domain: Domain, _ providers: [Provider]) {
        // Absent apps keep their names, because the name decides.
        let place = providers.firstIndex { $0.identifier == lost.story.provider }
        write(count: place ?? 0x80 | Int(lost.story.provider.utf8.first ?? 0))
        write(flags: [lost.call.outgoing])
        write(list: domain.occupancy.awaited[lost.call.id] ?? [])
    }

    private mutating func write(_ call: Call, in domain: Domain) {
        let (id, occupancy) = (call.id, domain.occupancy)
        write(count: CallState.allCases.firstIndex(of: call.state) ?? 0)
        write(flags: [call.outgoing, call.hasConnected, call.muted, call.supports.holding, occupancy.occupies(id)])
        write(flags: [
            occupancy.isReady(id), call.supports.grouping, call.supports.ungrouping, call.supports.dtmf, call.hasAudio,
        ])
        write(flags: [
            call.emergency, occupancy.intrudes(id), call.reason == .heldByProvider, call.holdRefused,
        ])
        write(flags: [
            call.isObserved, call.supports.answering, call.supports.ending, call.supports.muting,
            call.streamProcess != 0, call.supports.resuming,
        ])
        if let resumptions = occupancy.resumptions[id] { write(count: 0x80 + resumptions) }
        if let state = domain.calls.stateBeforeEnding[id] {
            write(count: CallState.allCases.firstIndex(of: state) ?? 0)
        }
        let early = domain.calls.earlyReports(of: id)
        if early != EarlyReports() { write(flags: [early.connectingAt != nil, early.connectedAt != nil]) }
        write(call: CallID(call.group))
        write(call: domain.calls.foundIn[id].map { CallID($0) })
        write(call: call.heldFor)
        write(list: occupancy.displaced[id] ?? [])
        write(count: call.pending.count)
        for pending in call.pending {
            let transaction = number(of: pending.transaction)
            write(count: transaction)
            write(count: actions[transaction].firstIndex(of: pending.action) ?? 99)
        }
    }

    private mutating func write(_ transaction: Transaction, in domain: Domain) {
        let known = Self.relevant(transaction, in: domain)
        write(flags: [transaction.requester != nil, transaction.requester?.app != nil, transaction.endsOthers])
        write(count: transaction.audience.count)
        write(count: transaction.cause.flatMap { Reason.allCases.firstIndex(of: $0) } ?? 99)
        write(count: known.count)
        write(count: known.count - (transaction.actions.count - transaction.next))
        for action in known {
            write(call: action.call)
            write(action.kind)
            write(flags: [
                action.isInserted, action.failure != nil, action.failure?.mayResume == true,
                action.failure?.reason == .superseded,
            ])
            switch action.progress {
            case .waiting: write(count: 0)
            case .delivered: write(count: 1)
            case .completed: write(count: 2)
            }
            switch action.early {
            case nil: write(count: 0)
            case .fulfilled: write(count: 1)
            case .failed, .timedOut: write(count: 2)
            }
        }
    }

    private mutating func write(_ kind: ActionKind) {
        switch kind {
        case .start: write(count: 0)
        case .answer: write(count: 1)
        case .end: write(count: 2)
        case .setHeld(let held): write(count: held ? 3 : 4)
        case .setMuted(let muted): write(count: muted ? 5 : 6)
        case .setGroup(let other):
            write(count: 7)
            write(call: other)
        case .playDTMF: write(count: 8)
        }
    }

    private func number(of transaction: TransactionID) -> Int {
        transactions.firstIndex { $0.id == transaction } ?? 99
    }

    private mutating func write(count: Int) { bytes.append(UInt8(truncatingIfNeeded: count)) }

    private mutating func write(flags: [Bool]) {
        bytes.append(flags.reduce(into: 0x40) { byte, flag in byte = byte << 1 & 0x7F | (flag ? 1 : 0) })
    }

    /// Writes a call as its place among the existing calls; 0xF0 = it has ended, 0xF1 = no call.
    private mutating func write(call: CallID?) {
        bytes.append(call.map { id in calls.firstIndex(of: id).map { UInt8($0) } ?? 0xF0 } ?? 0xF1)
    }

    private mutating func write(list: [CallID]) {
        bytes.append(UInt8(list.count))
        for call in list { write(call: call) }
    }
}

extension Domain {
    /// The ended calls that their apps may report again.
    var lostCalls: [EndedCall] { stories.ended(after: 0).map(\.ended).filter { $0.call.reason == .providerLost } }
}

/// 128 bits that stand for a state. Among 10 million states, two share a fingerprint with a probability of 10⁻²⁵.
struct Fingerprint: Hashable, Comparable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(of bytes: [UInt8]) {
        var state: (UInt64, UInt64) = (0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344 ^ UInt64(bytes.count))
        var position = 0
        while position < bytes.count {
            var word: UInt64 = 0
            for place in position..<min(position + 8, bytes.count) { word = word << 8 | UInt64(bytes[place]) }
            state.0 = Self.mix(state.0 ^ word, 0xA076_1D64_78BD_642F)
            state.1 = Self.mix(state.1 ^ word &+ 0x9E37_79B9_7F4A_7C15, 0xE703_7ED1_A0B4_28DB)
            position += 8
        }
        high = Self.mix(state.0, 0x8EBC_6AF0_9C88_C6E3)
        low = Self.mix(state.1, 0x5899_65CC_7537_4CC3)
    }

    private static func mix(_ word: UInt64, _ factor: UInt64) -> UInt64 {
        var mixed = (word ^ word >> 32) &* factor
        mixed = (mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ mixed >> 32
    }

    static func < (left: Fingerprint, right: Fingerprint) -> Bool { (left.high, left.low) < (right.high, right.low) }

    func hash(into hasher: inout Hasher) { hasher.combine(high) }
}
