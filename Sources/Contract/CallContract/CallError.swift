// SPDX-License-Identifier: MIT

/// The refusal of an event. A refused event has changed nothing.
public struct CallError: Error, Hashable, Sendable {
    /// The kinds of refusal. The D-Bus name is `org.monkeycall.CallManager.Error.` and the raw value; the last two are
    /// standard D-Bus errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The caller may not report calls for this provider.
        case incomingUnentitled = "IncomingCall.Unentitled"
        /// A call with that id exists, or ended recently.
        case incomingCallUUIDAlreadyExists = "IncomingCall.CallUUIDAlreadyExists"
        /// Do-not-disturb is on.
        case filteredByDoNotDisturb = "IncomingCall.FilteredByDoNotDisturb"
        /// The user is in another call.
        case incomingBusy = "IncomingCall.Busy"
        /// The user's directory refused the call.
        case filteredByBlockList = "IncomingCall.FilteredByBlockList"
        /// The user has switched off the app of the call.
        case filteredByUser = "IncomingCall.FilteredByUser"
        /// Reserved: this version never refuses a call for this reason.
        case filteredDuringRestrictedSharingMode = "IncomingCall.FilteredDuringRestrictedSharingMode"
        /// Reserved: this version never refuses a call for this reason.
        case filteredBySensitiveParticipants = "IncomingCall.FilteredBySensitiveParticipants"
        /// An emergency call has the audio.
        case incomingCallIsProtected = "IncomingCall.CallIsProtected"
        /// The provider has the maximum number of call groups.
        case incomingMaximumCallGroupsReached = "IncomingCall.MaximumCallGroupsReached"
        /// The caller may not request this action.
        case requestUnentitled = "RequestTransaction.Unentitled"
        /// No such provider is registered.
        case unknownCallProvider = "RequestTransaction.UnknownCallProvider"
        /// The transaction has no action.
        case emptyTransaction = "RequestTransaction.EmptyTransaction"
        /// No such call.
        case unknownCallUUID = "RequestTransaction.UnknownCallUUID"
        /// A call with that id exists, or ended recently.
        case requestCallUUIDAlreadyExists = "RequestTransaction.CallUUIDAlreadyExists"
        /// The state or the abilities of the call do not allow the action.
        case invalidAction = "RequestTransaction.InvalidAction"
        /// The provider has the maximum number of call groups.
        case requestMaximumCallGroupsReached = "RequestTransaction.MaximumCallGroupsReached"
        /// The request would end a protected call.
        case requestCallIsProtected = "RequestTransaction.CallIsProtected"
        /// The call does not ring any more: its answer was accepted.
        case requestCallAnswered = "RequestTransaction.CallAnswered"
        /// The caller may not do that.
        case unentitled = "Unentitled"
        /// No such call.
        case unknownCall = "UnknownCall"
        /// No such provider.
        case unknownProvider = "UnknownProvider"
        /// The app does not start calls that the user requests elsewhere.
        case startCallNotHandled = "StartCallNotHandled"
        /// No such action.
        case unknownAction = "UnknownAction"
        /// The action was fulfilled, failed, timed out or superseded before.
        case actionAlreadyCompleted = "ActionAlreadyCompleted"
        /// A provider with this identifier is registered already.
        case providerAlreadyRegistered = "ProviderAlreadyRegistered"
        /// A limit of the service is exceeded; see `Limits`.
        case limitsExceeded = "LimitsExceeded"
        /// No shell is registered that could do it, or the caller is not registered as a shell.
        case noShell = "NoShell"
        /// Another connection is registered as the user's directory.
        case directoryAlreadyRegistered = "DirectoryAlreadyRegistered"
        /// The caller is not registered as the user's directory.
        case noDirectory = "NoDirectory"
        /// `org.freedesktop.DBus.Error.InvalidArgs`.
        case invalidArgs = "InvalidArgs"
        /// `org.freedesktop.DBus.Error.AccessDenied`.
        case accessDenied = "AccessDenied"
    }

    /// The kind of refusal.
    public let code: Code
    /// The message for people: the fault, then the remedy.
    public let message: String

    /// A refusal.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// Why the lists of a source were not loaded: the codes of CallKit's `CXErrorCodeCallDirectoryManagerError`. The raw
/// value is the end of the D-Bus name.
public enum ListErrorCode: String, Hashable, Sendable, CaseIterable {
    /// Anything that the other codes do not name: a number out of range, a bad label or file, a full disk.
    case unknown = "CallDirectory.Unknown"
    /// No source has this name.
    case noExtensionFound = "CallDirectory.NoExtensionFound"
    /// The load ended before it was committed.
    case loadingInterrupted = "CallDirectory.LoadingInterrupted"
    /// A number is smaller than the number before it.
    case entriesOutOfOrder = "CallDirectory.EntriesOutOfOrder"
    /// A number was added twice in a row.
    case duplicateEntries = "CallDirectory.DuplicateEntries"
    /// A source has too many entries.
    case maximumEntriesExceeded = "CallDirectory.MaximumEntriesExceeded"
    /// The user has not enabled the source.
    case extensionDisabled = "CallDirectory.ExtensionDisabled"
    /// Another load of the source is not finished.
    case currentlyLoading = "CallDirectory.CurrentlyLoading"
    /// An entry was removed in a load that is not incremental.
    case unexpectedIncrementalRemoval = "CallDirectory.UnexpectedIncrementalRemoval"
}
