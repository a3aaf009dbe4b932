// SPDX-License-Identifier: MIT

/// The most that the clients of one domain can make the registry keep.
public struct Limits: Hashable, Sendable {
    /// Providers of a domain.
    public var providers = 2_048
    /// Calls of one provider, whatever its configuration says.
    public var callsPerProvider = 256
    /// Calls of a domain.
    public var calls = 20_000
    /// Transactions of a domain that are accepted and not completed.
    public var transactions = 1_024
    /// Those that one connection asked for.
    public var transactionsPerClient = 128
    /// Actions in one transaction.
    public var actionsPerTransaction = 32
    /// Bytes of an identifier, a handle, a name.
    public var textLength = 1_024
    /// Bytes of the digits of one DTMF action.
    public var digits = 128
    /// Ended calls whose ids are refused.
    public var endedCalls = 1_000
    /// Completed actions whose second completion is told from an unknown one.
    public var completedActions = 1_000
    /// Completed transactions whose ids are refused, or recognised in a repeated request.
    public var completedTransactions = 256
    /// Filtered callers that are remembered in case they ring again.
    public var filteredCallers = 1_000
    /// Callers that a shell lets through do-not-disturb.
    public var allowedCallers = 1_000
    /// Moments that are told of one call; 0 = there are no stories.
    public var momentsPerCall = 32
    /// Ended calls whose stories are told.
    public var endedStories = 100
    /// Refused calls of a sandboxed app among them.
    public var refusedCallsPerApp = 10
    /// Connections that are sent a domain's changes.
    public var subscribers = 256
    /// Routes of a shell.
    public var routes = 64
    /// Bytes of an icon or ringtone.
    public var fileSize = 1 << 20
    /// Domains, where a modem service asks for one more; a user's own program always gets its own.
    public var users = 1_024
    /// Shells of a domain.
    public var shells = 64
    /// Bytes of the calls of all connections that wait for their turn. A connection has half of what is left.
    public var waitingBytes = 16 << 20
    /// Bytes of the replies and signals that all connections leave unread, likewise.
    public var unreadBytes = 64 << 20

    /// What the service runs with.
    public init() {}
}
