// SPDX-License-Identifier: MIT

/// Why an event was refused. A refused event has changed nothing.
public struct CallError: Error, Hashable, Sendable {
    /// The kinds of refusal; the raw value is what follows `org.monkeycall.CallManager.Error.`, but for the last two,
    /// which are standard D-Bus errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The caller may not report calls for this provider.
        case incomingUnentitled = "IncomingCall.Unentitled"
        /// A call of that id exists, or has just ended.
        case incomingCallUUIDAlreadyExists = "IncomingCall.CallUUIDAlreadyExists"
        /// The user does not want to be disturbed.
        case filteredByDoNotDisturb = "IncomingCall.FilteredByDoNotDisturb"
        /// An emergency call has the audio.
        case incomingCallIsProtected = "IncomingCall.CallIsProtected"
        /// The provider has as many groups as it may.
        case incomingMaximumCallGroupsReached = "IncomingCall.MaximumCallGroupsReached"
        /// The caller may not ask that of this call.
        case requestUnentitled = "RequestTransaction.Unentitled"
        /// No such provider is registered.
        case unknownCallProvider = "RequestTransaction.UnknownCallProvider"
        /// No action.
        case emptyTransaction = "RequestTransaction.EmptyTransaction"
        /// No such call.
        case unknownCallUUID = "RequestTransaction.UnknownCallUUID"
        /// A call of that id exists, or has just ended.
        case requestCallUUIDAlreadyExists = "RequestTransaction.CallUUIDAlreadyExists"
        /// The call is in no state for it.
        case invalidAction = "RequestTransaction.InvalidAction"
        /// The provider has as many groups as it may.
        case requestMaximumCallGroupsReached = "RequestTransaction.MaximumCallGroupsReached"
        /// A call would have to end that must not.
        case requestCallIsProtected = "RequestTransaction.CallIsProtected"
        /// The caller may not do that.
        case unentitled = "Unentitled"
        /// No such call.
        case unknownCall = "UnknownCall"
        /// No such provider.
        case unknownProvider = "UnknownProvider"
        /// No such action.
        case unknownAction = "UnknownAction"
        /// Fulfilled, failed, timed out or superseded before.
        case actionAlreadyCompleted = "ActionAlreadyCompleted"
        /// The identifier is taken.
        case providerAlreadyRegistered = "ProviderAlreadyRegistered"
        /// More than the registry keeps.
        case limitsExceeded = "LimitsExceeded"
        /// Nobody is there to do it.
        case noShell = "NoShell"
        /// `org.freedesktop.DBus.Error.InvalidArgs`.
        case invalidArgs = "InvalidArgs"
        /// `org.freedesktop.DBus.Error.AccessDenied`.
        case accessDenied = "AccessDenied"
    }

    /// What kind.
    public let code: Code
    /// What was wrong, and what to do.
    public let message: String

    /// A refusal.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
