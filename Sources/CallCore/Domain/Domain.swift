// SPDX-License-Identifier: MIT

/// One user's calls: the registry and the arbiter as a value. `handle` is the only door; what is decided inside
/// depends on the event, the state and nothing else.
public struct Domain: Sendable {
    /// What a command is answered with, and what is to be done then.
    public struct Response: Hashable, Sendable {
        /// For the one who asked.
        public let answer: Answer
        /// For the world, in this order.
        public let effects: [Effect]
    }

    /// What the administrator has decided.
    public private(set) var policy: Policy

    /// Every call that has not ended.
    public internal(set) var calls: [CallID: Call] = [:]
    /// Every registered provider.
    public internal(set) var providers: [ProviderID: Provider] = [:]
    /// Who has the audio.
    public internal(set) var audio = Audio()

    // What follows is written by one file each, named behind it.

    /// The registrations by identifier and by connection. (Domain+Providers)
    var providerIDs: [String: ProviderID] = [:]
    var providersOfClient: [Client: Set<ProviderID>] = [:]
    var lastProviderID: ProviderID = 0
    /// What to start for an identifier that is not registered any more. (Domain+Providers)
    var desktopEntries = RecentValues<String, String>(capacity: 64)

    /// The transactions that are not completed, and the actions of theirs that are not. (Domain+Transactions)
    var transactions: [TransactionID: Transaction] = [:]
    var transactionOfAction: [ActionID: TransactionID] = [:]
    var lastSerial: UInt64 = 0
    var transactionsOfClient: [Client: Int] = [:]
    var completedActions: RecentValues<ActionID, Void>
    /// The ids of transactions that are over, each with the request that chose it. (Domain+RequestedIDs)
    var completedTransactions: RecentValues<TransactionID, NamedRequest?>
    /// The transactions that pass one by one, in order of acceptance; the first has its turn. (Domain+Lane)
    var lane: [TransactionID] = []
    /// Transactions that may go on now. (Domain+Lane)
    var stalled: [TransactionID] = []
    /// Transactions outside the lane that wait for a call to end, or not to. (Domain+Lane)
    var waitingForEnd: [CallID: [TransactionID]] = [:]

    /// The calls that occupy the audio: of one group, but for those that are about to make way. (Domain+Audio)
    var occupants: [CallID] = []
    /// The calls that talk although others have the audio: they are told to hold or to end. (Domain+Intruders)
    var intruders: [CallID] = []
    /// Held calls whose reason to be held is gone. (Domain+Resume)
    var resumable: [CallID] = []
    /// Calls that are not there, and the calls that were found held for them. (Domain+Resume)
    var awaited: [CallID: [CallID]] = [:]

    /// The calls that ring in order of arrival: incoming ones without an accepted answer. (Domain+Alert)
    var ringing: [CallID: UInt64] = [:]
    var silencedCount = 0
    var lastArrival: UInt64 = 0
    /// The callers that were filtered lately. (Domain+Alert)
    var filtered: Set<Handle> = []

    /// The shells in order of registration. (Domain+Shells)
    var shells: [Shell] = []
    var primaryShell: Client?

    /// The ids that a new call may not have. (Domain+Calls)
    var endedCalls: RecentValues<CallID, Void>

    /// What happened to each call, and to the last ones that ended. (Domain+Story)
    var stories: [CallID: Story] = [:]
    var endedStories: RecentValues<CallID, EndedCall>

    var ids: IDSource
    var output = Output()
    var now: Time = 0

    /// An empty domain. The same seed and events give the same ids and effects.
    public init(seed: UInt64, policy: Policy = Policy()) {
        self.policy = policy
        self.ids = IDSource(seed: seed)
        self.endedCalls = RecentValues(capacity: policy.limits.endedCalls)
        self.completedActions = RecentValues(capacity: policy.limits.completedActions)
        self.completedTransactions = RecentValues(capacity: policy.limits.completedTransactions)
        self.endedStories = RecentValues(capacity: policy.limits.endedStories)
    }

    /// The most that its clients can make it keep.
    public var limits: Limits { policy.limits }
    /// How long providers have.
    public var deadlines: Deadlines { policy.deadlines }

    /// Takes an event. Throws for a command that is refused, and then nothing has changed.
    public mutating func handle(_ event: Event, at now: Time) throws(CallError) -> Response {
        self.now = now
        output.begin(audio: audio)
        let answer = try dispatch(event)
        settle()
        return Response(answer: answer, effects: finish())
    }

    /// True when there is nothing left that somebody could still ask about.
    public var isEmpty: Bool { providers.isEmpty && calls.isEmpty && shells.isEmpty }

    private mutating func dispatch(_ event: Event) throws(CallError) -> Answer {
        switch event {
        case .command(let command, let caller): return try dispatch(command, from: caller)
        case .clientLost(let client): lose(client)
        case .timerFired(.action(let action)): timeOut(action)
        case .timerFired(.ring(let call)): ringTimedOut(call)
        case .timerFired(.connect(let call)): connectTimedOut(call)
        case .timerFired(.repeatCaller(let handle)): filtered.remove(handle)
        case .sessionActivity(let session, let isActive): setActivity(of: session, isActive)
        case .reset: reset()
        case .policyChanged(let policy): self.policy = policy
        }
        return .done
    }

    private mutating func dispatch(_ command: Command, from caller: Caller) throws(CallError) -> Answer {
        switch command {
        case .register(let identifier, let configuration):
            return .provider(try register(identifier, configuration, from: caller))
        case .configure(let identifier, let configuration): try configure(identifier, configuration, from: caller)
        case .invalidate(let identifier): try invalidate(identifier, from: caller)
        case .reportIncoming(let provider, let call, let update):
            return try reportIncoming(provider, call, update, from: caller)
        case .reportExisting(let provider, let call, let state):
            try reportExisting(provider, call, state, from: caller)
        case .reportUpdated(let call, let update): try reportUpdated(call, update, from: caller)
        case .reportEnded(let call, let time, let reason): try reportEnded(call, at: time, reason, from: caller)
        case .reportConnecting(let call, let time): try reportConnecting(call, at: time, from: caller)
        case .reportConnected(let call, let time): try reportConnected(call, at: time, from: caller)
        case .complete(let action, let outcome): try complete(action, outcome, from: caller)
        case .request(let request): return .transaction(try accept(request, from: caller))
        case .requestStartCall(let provider, let handle, let details):
            return .chosen(provider: try requestStartCall(provider, handle, details, from: caller))
        case .silence(let call): try silence(call, from: caller)
        case .registerShell(let session, let isActive, let update):
            try registerShell(of: session, isActive: isActive, update, from: caller)
        case .setShellState(let update): try setShellState(update, from: caller)
        case .setRoute(let route): try setRoute(route, from: caller)
        }
        return .done
    }

    private mutating func reset() {
        for provider in providers.values.sorted(by: { $0.id < $1.id }) {
            remove(provider, because: .registryReset)
            output.tells.append(.tell(provider.client, provider: provider.identifier, .didReset))
        }
    }
}
