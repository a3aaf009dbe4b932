// SPDX-License-Identifier: MIT

/// The keys of the contract's `a{sv}`: the keys of arguments, and the names of properties as keys of `GetAll` and
/// `PropertiesChanged`. A receiver ignores an unknown key and refuses a known key with a value of the wrong type.
public enum Key: String, CaseIterable, CustomStringConvertible, Sendable {
    // Provider configuration.
    /// Also a key of a route.
    case localizedName = "LocalizedName"
    case icon = "Icon"
    case ringtone = "Ringtone"
    case maximumCallGroups = "MaximumCallGroups"
    case maximumCallsPerCallGroup = "MaximumCallsPerCallGroup"
    case supportedHandleTypes = "SupportedHandleTypes"
    case supportsVideo = "SupportsVideo"
    case includesCallsInRecents = "IncludesCallsInRecents"
    case holdsImplicitly = "HoldsImplicitly"
    case desktopEntry = "DesktopEntry"
    /// Only for a modem service.
    case user = "User"

    // Call updates and existing calls.
    case remoteHandle = "RemoteHandle"
    case localizedCallerName = "LocalizedCallerName"
    case contactIdentifier = "ContactIdentifier"
    case hasVideo = "HasVideo"
    case supportsHolding = "SupportsHolding"
    case supportsGrouping = "SupportsGrouping"
    case supportsUngrouping = "SupportsUngrouping"
    case supportsDTMF = "SupportsDTMF"
    case emergency = "Emergency"
    case outgoing = "Outgoing"
    case state = "State"
    case onHold = "OnHold"
    case muted = "Muted"
    case group = "Group"
    case heldFor = "HeldFor"
    case startedAt = "StartedAt"
    case connectedAt = "ConnectedAt"

    // Actions of a transaction.
    case action = "Action"
    case identifier = "Identifier"
    case call = "Call"
    case provider = "Provider"
    case handle = "Handle"
    case video = "Video"
    case groupWith = "GroupWith"
    case digits = "Digits"
    case dtmfType = "DTMFType"

    // Options of a transaction.
    case origin = "Origin"
    case activationToken = "ActivationToken"

    // Details of an action at its provider. `Transaction` is also an option of a transaction.
    case transaction = "Transaction"
    case deadline = "Deadline"
    case index = "Index"
    case count = "Count"
    case actions = "Actions"

    // Details of a fulfilled action.
    case dateStarted = "DateStarted"
    case dateConnected = "DateConnected"
    case dateEnded = "DateEnded"

    // Details of a completed transaction.
    case inserted = "Inserted"
    case failedAction = "FailedAction"
    case reason = "Reason"
    case reasonCall = "ReasonCall"

    // Stories of calls.
    case time = "Time"
    case event = "Event"
    case omitted = "Omitted"
    case providerName = "ProviderName"
    case endedAt = "EndedAt"
    case endedReason = "EndedReason"
    case filteredBy = "FilteredBy"
    case number = "Number"

    // A shell's state, and routes.
    case doNotDisturb = "DoNotDisturb"
    case doNotDisturbAllow = "DoNotDisturbAllow"
    case doNotDisturbAllowRelations = "DoNotDisturbAllowRelations"
    case repeatCallers = "RepeatCallers"
    case silenceRinging = "SilenceRinging"
    case autoResume = "AutoResume"
    case ringTimeout = "RingTimeout"
    case defaultProviders = "DefaultProviders"
    case routes = "Routes"
    case route = "Route"
    case kind = "Kind"
    case name = "Name"
    case available = "Available"

    // A directory's state and answers. `Deadline` is also a key of a directory's state.
    case whenLate = "WhenLate"
    case displayName = "DisplayName"
    case displayNameSource = "DisplayNameSource"
    case label = "Label"
    case relation = "Relation"

    // Entries of a directory, and what selects them.
    case entry = "Entry"
    case outcome = "Outcome"
    case missed = "Missed"
    case unread = "Unread"
    case includesBlocked = "IncludesBlocked"
    case calls = "Calls"
    case rule = "Rule"
    case pattern = "Pattern"
    case verdict = "Verdict"
    case position = "Position"
    case source = "Source"
    case addresses = "Addresses"
    case formatted = "Formatted"
    case picture = "Picture"
    case country = "Country"
    case enabled = "Enabled"
    case registered = "Registered"

    // Sources of lists, and how a file is imported.
    case blocked = "Blocked"
    case identified = "Identified"
    case handleCount = "HandleCount"
    case loadedAt = "LoadedAt"
    case loading = "Loading"
    case error = "Error"
    case errorMessage = "ErrorMessage"
    case path = "Path"
    case identify = "Identify"

    // Properties of objects that are not keys of arguments.
    case uuid = "UUID"
    case providerObject = "ProviderObject"
    case hasConnected = "HasConnected"
    case hasEnded = "HasEnded"
    case silenced = "Silenced"
    case hasAudio = "HasAudio"
    case connectingAt = "ConnectingAt"
    case pendingAction = "PendingAction"
    case allowedActions = "AllowedActions"
    case busName = "BusName"
    case processID = "ProcessID"
    case appID = "AppID"
    case unit = "Unit"
    case providerClass = "Class"
    case ownerGroup = "OwnerGroup"
    case ownerCalls = "OwnerCalls"
    case ownerProvider = "OwnerProvider"
    case since = "Since"
    case waiting = "Waiting"
    case alert = "Alert"
    case alertCalls = "AlertCalls"
    case hasShell = "HasShell"
    case hasDirectory = "HasDirectory"
    case requestedRoute = "RequestedRoute"
    case version = "Version"
    case configurationProblems = "ConfigurationProblems"
    case again = "Again"
    case stateProblem = "StateProblem"
    case instance = "Instance"
    case inCall = "InCall"
    case ringing = "Ringing"
    case doNotDisturbReason = "DoNotDisturbReason"
    case doNotDisturbUntil = "DoNotDisturbUntil"
    case unenforced = "Unenforced"
    case problems = "Problems"
    case primary = "Primary"
    case region = "Region"
    case databaseProblem = "DatabaseProblem"
    case damagedFile = "DamagedFile"
    case screensCalls = "ScreensCalls"
    case unreadMissed = "UnreadMissed"
    case retentionDays = "RetentionDays"
    case contacts = "Contacts"
    case contactFolders = "ContactFolders"

    /// The key on the bus.
    public var description: String { rawValue }
}
