// SPDX-License-Identifier: MIT

internal import CallCore
internal import SDBus
internal import StateFile

/// The state that the last service left, as values.
struct KeptState {
    private(set) var identity: ServiceIdentity?
    private(set) var domains: [UInt32: Domain] = [:]
    private(set) var peers: [Peer] = []
    private(set) var subscribers: [(uid: UInt32, name: String, isOwn: Bool)] = []
    private(set) var serving: [Client: ServedUser] = [:]
    private(set) var timers: [(uid: UInt32, key: TimerKey, end: UInt64)] = []
    /// What is owed to the clients of each user. In the first debt of a user the service may have been killed.
    private(set) var debts: [UInt32: (debts: [Debt], firstMayBePaid: Bool)] = [:]
    private(set) var lastEvent: UInt64

    init(_ contents: StateFile.Contents, policy: Policy) throws(UnreadableState) {
        let progress = Progress(contents.progress)
        lastEvent = progress.event
        guard (1...StateWriter.format).contains(contents.format) else {
            throw UnreadableState(message: "it has the format \(contents.format), which this version does not know")
        }
        var records: [UInt32: [RecordKey: StateReader]] = [:]
        // In an order of their own, so that two restarts from one file are the same.
        for (key, value) in contents.values.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            var reader = StateReader(key, format: contents.format)
            try take(try reader.read(), StateReader(value, format: contents.format), progress, &records)
        }
        for (uid, records) in records { domains[uid] = try Domain(restoring: records, policy: policy) }
    }

    private mutating func take(
        _ key: StateKey, _ value: StateReader, _ progress: Progress, _ records: inout [UInt32: [RecordKey: StateReader]]
    ) throws(UnreadableState) {
        var reader = value
        switch key {
        case .identity: identity = try reader.read(ServiceIdentity.self)
        case .domain(let uid, let key): records[uid, default: [:]][key] = value
        case .peer: peers.append(try reader.read())
        case .subscriber(let uid, let name, let isOwn): subscribers.append((uid, name, isOwn))
        case .serving(let name): serving[Client(name: name)] = try reader.read(ServedUser.self)
        case .timer(let uid, let key): timers.append((uid, key, try reader.read()))
        case .debts: for event in try reader.readDebts() { take(event, progress) }
        }
    }

    private mutating func take(_ event: EventDebts, _ progress: Progress) {
        lastEvent = max(lastEvent, event.event)
        guard event.event >= progress.event else { return }
        let begun = event.event == progress.event ? progress.begun : 0
        // The service was killed in the last effect that it began, or after it.
        let first = max(0, begun - 1)
        guard begun != Progress.all, first < event.debts.count else { return }
        let open = event.debts[first...]
        let known = debts[event.uid]
        debts[event.uid] = (
            (known?.debts ?? []) + open.compactMap(\.self),
            known?.firstMayBePaid ?? (begun > 0 && open.first != .some(nil))
        )
    }
}
