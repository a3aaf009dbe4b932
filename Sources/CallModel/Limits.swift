// SPDX-License-Identifier: MIT

/// The most that clients can make the registry keep.
public struct Limits: Hashable, Sendable {
    /// Providers of a domain.
    public var providers = 2_048
    /// Calls of one provider, even if its configuration allows more.
    public var callsPerProvider = 256
    /// Calls of a domain.
    public var calls = 20_000
    /// Transactions of a domain that are accepted and not completed.
    public var transactions = 1_024
    /// Transactions among them that one connection requested.
    public var transactionsPerClient = 128
    /// Actions in one transaction.
    public var actionsPerTransaction = 32
    /// Bytes of an identifier, a handle or a name.
    public var textLength = 1_024
    /// Members in a list of them.
    public var members = 64
    /// Bytes of the addresses and names of all members in a list.
    public var memberBytes = 4_096
    /// Emergency numbers of a provider.
    public var emergencyNumbers = 64
    /// Digits of one of them.
    public var emergencyNumberDigits = 32
    /// Bytes of the digits of one DTMF action.
    public var digits = 128
    /// Ended calls that are remembered, and whose ids a new call may not have.
    public var endedCalls = 1_000
    /// Completed actions that the registry still distinguishes from unknown ones.
    public var completedActions = 1_000
    /// Completed transactions whose ids a new request may not have; a repeated request is recognised by its id.
    public var completedTransactions = 256
    /// Refused callers that may ring if they try again.
    public var filteredCallers = 1_000
    /// Callers that a shell lets through do-not-disturb.
    public var allowedCallers = 1_000
    /// Moments in one call's story; 0 = no stories.
    public var momentsPerCall = 32
    /// Ended calls among them whose stories are kept.
    public var endedStories = 100
    /// Calls of one sandboxed app among these that do-not-disturb refused, and as many that the directory rejected.
    public var refusedCallsPerApp = 10
    /// Connections that subscribe to a domain.
    public var subscribers = 256
    /// Routes of a shell.
    public var routes = 64
    /// Bytes of an icon or ringtone.
    public var fileSize = 1 << 20
    /// Domains. Beyond this number a modem service gets no new one; a user's own program always gets its own.
    public var users = 1_024
    /// Microseconds that a directory may have to answer about a call.
    public var screeningDeadline = 5_000_000
    /// Reports of one call that wait for the directory. An app reports it again if it got no reply.
    public var waitingReports = 8
    /// Shells of a domain.
    public var shells = 64
    /// Bytes of all method calls that wait for their turn. A connection may take half of the rest.
    public var waitingBytes = 16 << 20
    /// Bytes of all unread replies and signals. A connection may take half of the rest.
    public var unreadBytes = 64 << 20

    /// The limits of the service.
    public init() {}
}
