// SPDX-License-Identifier: MIT

internal import CallCore
internal import SDBus

/// The state that the last service left. The records of the users stay in the file until a user is restored, so that
/// one user's state needs memory only once, and costs only that user if it cannot be restored.
struct KeptState {
    private(set) var identity: ServiceIdentity?
    /// The users with a domain: the smallest one first, so that a large one fails after the others.
    private(set) var users: [KeptUser] = []
    /// The instances of users whose state was given up.
    private(set) var instances: [UInt32: String] = [:]
    private(set) var peers: [Peer] = []
    private(set) var subscribers: [(uid: UInt32, name: String, isOwn: Bool)] = []
    private(set) var serving: [Client: ServedUser] = [:]
    private(set) var timers: [(uid: UInt32, key: TimerKey, end: UInt64)] = []
    /// What is owed to the clients of each user. In the first debt of a user the service may have been killed.
    private(set) var debts: [UInt32: (debts: [Debt], firstMayBePaid: Bool)] = [:]
    private(set) var lastEvent: UInt64

    init(_ contents: StateContents) throws(UnreadableState) {
        let progress = Progress(contents.progress)
        lastEvent = progress.event
        guard (1...StateWriter.format).contains(contents.format) else {
            throw UnreadableState(message: "it has the format \(contents.format), which this version does not know")
        }
        // The order of the keys puts the records of a user together, so that two restarts from one file are the same.
        for (place, record) in contents.records.enumerated() {
            var key = StateReader(record.key, of: contents.records.file, format: contents.format)
            let value = StateReader(record.value, of: contents.records.file, format: contents.format)
            try take(try key.read(), value, progress, place, contents)
        }
        users.sort { ($0.size, $0.uid) < ($1.size, $1.uid) }
    }

    private mutating func take(
        _ key: StateKey, _ value: StateReader, _ progress: Progress, _ place: Int, _ contents: StateContents
    ) throws(UnreadableState) {
        var reader = value
        switch key {
        case .identity: identity = try reader.read(ServiceIdentity.self)
        case .instance(let uid): instances[uid] = try reader.text()
        case .domain(let uid, _):
            if users.last?.uid != uid { users.append(KeptUser(uid: uid, contents, from: place)) }
            users[users.count - 1].takeNext()
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

    /// Hands over the users. The file is read no more when they are gone.
    mutating func takeUsers() -> [KeptUser] {
        defer { users = [] }
        return users
    }

    /// Forgets what belongs to a user besides the domain: the state of this user is given up.
    mutating func giveUp(_ uid: UInt32, _ lost: inout [(client: Client, identifier: String)]) {
        for case .tell(let client, let provider, .didReset) in debts[uid]?.debts ?? []
        where !lost.contains(where: { $0 == (client, provider) }) {
            lost.append((client, provider))
        }
        subscribers.removeAll { $0.uid == uid }
        serving = serving.filter { $0.value.uid != uid }
        timers.removeAll { $0.uid == uid }
        debts[uid] = nil
    }
}

/// The records of one user's domain, in the file.
struct KeptUser {
    let uid: UInt32
    /// The bytes of the records.
    private(set) var size = 0
    private let contents: StateContents
    private var places: Range<Int>

    init(uid: UInt32, _ contents: StateContents, from start: Int) {
        (self.uid, self.contents, places) = (uid, contents, start..<start)
    }

    /// The next record is also this user's.
    mutating func takeNext() {
        let record = contents.records[places.upperBound]
        size += record.key.count + record.value.count
        places = places.lowerBound..<places.upperBound + 1
    }

    func domain(policy: Policy) throws(UnreadableState) -> Domain {
        var records: [(key: RecordKey, value: StateReader)] = []
        records.reserveCapacity(places.count)
        for place in places { if let record = try record(at: place) { records.append(record) } }
        return try Domain(restoring: records, policy: policy)
    }

    /// The connections and identifiers of the providers, as far as they can be read. Nothing else is read.
    var providers: [(client: Client, identifier: String)] {
        places.compactMap { place in
            guard let record = try? record(at: place), case .provider = record.key else { return nil }
            var reader = record.value
            return (try? reader.read(Provider.self)).map { ($0.client, $0.identifier) }
        }
    }

    private func record(at place: Int) throws(UnreadableState) -> (key: RecordKey, value: StateReader)? {
        let (key, value) = contents.records[place]
        var reader = StateReader(key, of: contents.records.file, format: contents.format)
        guard case .domain(_, let key) = try reader.read(StateKey.self) else { return nil }
        return (key, StateReader(value, of: contents.records.file, format: contents.format))
    }
}
