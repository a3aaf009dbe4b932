// SPDX-License-Identifier: MIT

/// The ids of transactions and actions. A requester may choose them, so that it can recognise its own actions and
/// repeat a request.
extension Domain {
    /// The transaction of a request that its connection repeats; nil for a new request. Refuses ids that are taken.
    func repetition(of request: Request, from caller: Caller) throws(CallError) -> TransactionID? {
        if let id = request.transaction, transactions.isTaken(id) {
            let known = transactions.request(named: id)
            guard let known, known.client == caller.client, known.request == request else {
                throw Self.taken("Transaction", id.description)
            }
            return known.transaction
        }
        var chosen: Set<ActionID> = []
        for case let id? in request.items.map(\.identifier) {
            guard !transactions.isTaken(id), chosen.insert(id).inserted else {
                throw Self.taken("Identifier", id.description)
            }
        }
        return nil
    }

    private static func taken(_ key: String, _ id: String) -> CallError {
        CallError(
            .invalidArgs,
            "\(key) \(id) is in use or was used recently for something else. Make a new UUID for each.")
    }

    /// The record of a request that recognises its repetition; nil if the request chose no id.
    func named(_ request: Request, by caller: Caller?, answered transaction: TransactionID) -> NamedRequest? {
        guard request.transaction != nil, let caller else { return nil }
        return NamedRequest(client: caller.client, request: request, transaction: transaction)
    }

    /// A request was answered with the transaction of another request.
    mutating func rememberName(of request: Request, from caller: Caller, answered transaction: TransactionID) {
        guard let id = request.transaction else { return }
        transactions.remember(id, named(request, by: caller, answered: transaction))
    }

    /// The actions of a new request, with the ids that it chose.
    mutating func actions(of request: Request) -> [Action] {
        let chosen = Set(request.items.compactMap(\.identifier))
        var actions: [Action] = []
        for item in request.items {
            let id = item.identifier ?? freshActionID(except: chosen)
            actions.append(Action(id: id, call: item.call, kind: item.kind, isInserted: false))
        }
        return actions
    }

    /// An id of the service's own. A client that predicts the next one and uses it gains nothing.
    mutating func freshActionID(except chosen: Set<ActionID> = []) -> ActionID {
        var id: ActionID = ids.next()
        while transactions.isTaken(id) || chosen.contains(id) { id = ids.next() }
        return id
    }

    /// An id of the service's own.
    mutating func freshTransactionID() -> TransactionID {
        var id: TransactionID = ids.next()
        while transactions.isTaken(id) { id = ids.next() }
        return id
    }
}

/// The service's source of version 4 UUIDs. The same seed gives the same sequence, so that a story can be replayed.
struct IDSource: Hashable, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next<Kind>() -> ID<Kind> {
        let high = word() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = word() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return ID(high: high, low: low)
    }

    /// SplitMix64.
    private mutating func word() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension IDSource: Kept {
    package func write(to writer: inout StateWriter) { writer.append(word: state) }
    package init(from reader: inout StateReader) throws(UnreadableState) { state = try reader.word() }
}

/// What the service knows about every call that was refused or ended a short while ago.
struct FormerCall: Hashable {
    let provider: ProviderID
    /// The identifier of its provider.
    let identifier: String
    /// The sandboxed app of its provider.
    let app: String?
    /// When it ended or was refused.
    let time: Time
    /// nil = it was not refused.
    let filteredBy: CallFilter?
    /// Whether its provider was lost before the call connected.
    let isAbandoned: Bool

    init(_ ended: Call, of provider: Provider?, at time: Time) {
        self.provider = ended.provider
        (identifier, app) = (provider?.identifier ?? "", provider?.app)
        self.time = time
        filteredBy = ended.filteredBy
        isAbandoned = ended.reason == .providerLost && ended.reasonCall == nil && !ended.hasConnected
    }

    var cost: Int { Cost.entry + identifier.cost + (app?.cost ?? 0) }
}

/// When a new call may have the id of a former one.
///
/// An app reports a call again if it crashed while the call rang, and may make the id of a call from something that
/// comes again, such as a conversation. An app also repeats a report whose reply it did not get, and then the error
/// says that the first report succeeded: so an id stays used for a moment, and longer after a restart of the service,
/// which may have lost the reply.
extension Domain {
    private static var moment: Time { 5_000_000 }
    private static var momentAfterRestart: Time { 60_000_000 }

    /// Whether a new call of this provider may have the id.
    func isFree(_ id: CallID, for provider: Provider) -> Bool {
        guard calls[id] == nil, screenings[id] == nil else { return false }
        guard let former = calls.former(id) else { return true }
        guard former.identifier == provider.identifier, former.app == provider.app, former.filteredBy == nil else {
            return false
        }
        if former.time <= restartedAt, !hasPassed(Self.momentAfterRestart, since: restartedAt) { return false }
        return former.isAbandoned || hasPassed(Self.moment, since: former.time)
    }

    /// Also if the date was set back behind that time.
    private func hasPassed(_ duration: Time, since time: Time) -> Bool { now < time || now - time >= duration }
}

extension FormerCall: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(provider)
        writer.write(filteredBy)
        writer.write(app)
        writer.write(identifier)
        writer.write(time)
        writer.write(isAbandoned)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        provider = try reader.read()
        filteredBy = reader.format >= 2 ? try reader.read() : nil
        app = reader.format >= 2 ? try reader.read() : nil
        identifier = reader.format >= 3 ? try reader.read() : ""
        time = reader.format >= 3 ? try reader.read() : 0
        isAbandoned = reader.format >= 3 ? try reader.read() : false
    }
}
