// SPDX-License-Identifier: MIT

package import CallCore
package import SDBus

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
    /// The effects about each user that were not performed. In the first one the service may have been killed.
    private(set) var pending: [UInt32: (effects: [PendingEffect], firstMayBeDone: Bool)] = [:]
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
        case .pendingEffects: for event in try reader.readPendingEffects() { take(event, progress) }
        }
    }

    private mutating func take(_ event: PendingEvent, _ progress: Progress) {
        lastEvent = max(lastEvent, event.event)
        guard event.event >= progress.event else { return }
        let begun = event.event == progress.event ? progress.begun : 0
        // The service was killed in the last effect that it began, or after it.
        let first = max(0, begun - 1)
        guard begun != Progress.all, first < event.effects.count else { return }
        let open = event.effects[first...]
        let known = pending[event.uid]
        pending[event.uid] = (
            (known?.effects ?? []) + open.compactMap(\.self),
            known?.firstMayBeDone ?? (begun > 0 && open.first != .some(nil))
        )
    }

    /// Hands over the users. The file is read no more when they are gone.
    mutating func takeUsers() -> [KeptUser] {
        defer { users = [] }
        return users
    }

    /// Forgets what belongs to a user besides the domain: the state of this user is given up.
    mutating func giveUp(_ uid: UInt32, _ lost: inout [(client: Client, identifier: String)]) {
        for case .send(let client, let provider, .didReset) in pending[uid]?.effects ?? []
        where !lost.contains(where: { $0 == (client, provider) }) {
            lost.append((client, provider))
        }
        subscribers.removeAll { $0.uid == uid }
        serving = serving.filter { $0.value.uid != uid }
        timers.removeAll { $0.uid == uid }
        pending[uid] = nil
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

/// How far the service is with an event, as one word that it stores without a system call.
struct Progress {
    let event: UInt64
    /// The number of effects that the service began to perform; `all` = it has performed them.
    let begun: Int

    static let all = 0xFF_FFFF
    /// Earlier versions noted in the highest bit that an event was at hand.
    private static let atHand: UInt64 = 1 << 63

    init(event: UInt64, begun: Int) {
        self.event = event
        self.begun = min(begun, Self.all)
    }

    init(_ word: UInt64) {
        event = (word & ~Self.atHand) >> 24
        begun = Int(word & UInt64(Self.all))
    }

    var word: UInt64 { event << 24 | UInt64(begun) }
}

// The values of the state file besides those of the domains.

/// To which service a state belongs. On another bus the names of connections mean nothing. Each boot has another bus,
/// so the monotonic clock is the same on the same bus.
struct ServiceIdentity: Hashable {
    /// The property `Instance`.
    let instance: String
    let bus: String
}

extension ServiceIdentity: Kept {
    func write(to writer: inout StateWriter) {
        writer.write(instance)
        writer.write(bus)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        instance = try reader.text()
        bus = try reader.text()
    }
}

/// A connection of a modem service: the user that it serves, and the identifier that confines it.
struct ServedUser: Hashable {
    let uid: UInt32
    let identifier: String
}

extension ServedUser: Kept {
    func write(to writer: inout StateWriter) {
        writer.write(uid)
        writer.write(identifier)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        uid = try reader.read()
        identifier = try reader.text()
    }
}

extension Peer: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(name)
        writer.write(uid)
        writer.write(pid)
        writer.write(identity)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init(
            name: try reader.text(), uid: try reader.read(), pid: try reader.read(), identity: try reader.read())
    }
}

extension ProcessIdentity: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(unit)
        writer.write(app)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init(unit: try reader.text(), app: try reader.read())
    }
}

extension Peer {
    /// The app of the sandbox; nil = no sandbox, empty = a sandbox whose app cannot be read.
    var app: String? { identity?.app }

    /// The innermost systemd unit; empty = none.
    var unit: String? { identity?.unit }

    /// The app that pays for what the connection makes the service keep.
    var account: Account { Account(name: "\(uid) \(program)") }
}
