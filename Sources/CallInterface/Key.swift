// SPDX-License-Identifier: MIT

/// The keys of the contract's `a{sv}` arguments. An unknown key is ignored; a known one of the wrong type is refused.
package enum Key {
    // Provider configuration.
    /// Also of a route.
    package static let localizedName = "LocalizedName"
    package static let icon = "Icon"
    package static let ringtone = "Ringtone"
    package static let maximumCallGroups = "MaximumCallGroups"
    package static let maximumCallsPerCallGroup = "MaximumCallsPerCallGroup"
    package static let supportedHandleTypes = "SupportedHandleTypes"
    package static let supportsVideo = "SupportsVideo"
    package static let includesCallsInRecents = "IncludesCallsInRecents"
    package static let holdsImplicitly = "HoldsImplicitly"
    package static let desktopEntry = "DesktopEntry"
    /// Of a modem service.
    package static let user = "User"

    // Call updates and existing calls.
    package static let remoteHandle = "RemoteHandle"
    package static let localizedCallerName = "LocalizedCallerName"
    package static let contactIdentifier = "ContactIdentifier"
    package static let hasVideo = "HasVideo"
    package static let supportsHolding = "SupportsHolding"
    package static let supportsGrouping = "SupportsGrouping"
    package static let supportsUngrouping = "SupportsUngrouping"
    package static let supportsDTMF = "SupportsDTMF"
    package static let emergency = "Emergency"
    package static let outgoing = "Outgoing"
    package static let state = "State"
    package static let onHold = "OnHold"
    package static let muted = "Muted"
    package static let group = "Group"
    package static let heldFor = "HeldFor"
    package static let startedAt = "StartedAt"
    package static let connectedAt = "ConnectedAt"

    // Actions of a transaction.
    package static let action = "Action"
    package static let identifier = "Identifier"
    package static let call = "Call"
    package static let provider = "Provider"
    package static let handle = "Handle"
    package static let video = "Video"
    package static let groupWith = "GroupWith"
    package static let digits = "Digits"
    package static let dtmfType = "DTMFType"

    // Options of a transaction.
    package static let origin = "Origin"
    package static let activationToken = "ActivationToken"

    // Details of an action at its provider; `Transaction` also an option of a transaction.
    package static let transaction = "Transaction"
    package static let deadline = "Deadline"
    package static let index = "Index"
    package static let count = "Count"
    package static let actions = "Actions"

    // Details of a fulfilled action.
    package static let dateStarted = "DateStarted"
    package static let dateConnected = "DateConnected"
    package static let dateEnded = "DateEnded"

    // Details of a completed transaction.
    package static let inserted = "Inserted"
    package static let failedAction = "FailedAction"
    package static let reason = "Reason"
    package static let reasonCall = "ReasonCall"

    // Stories of calls.
    package static let time = "Time"
    package static let event = "Event"
    package static let omitted = "Omitted"
    package static let providerName = "ProviderName"
    package static let endedAt = "EndedAt"
    package static let endedReason = "EndedReason"
    package static let filteredBy = "FilteredBy"

    // A shell's state, and routes.
    package static let doNotDisturb = "DoNotDisturb"
    package static let doNotDisturbAllow = "DoNotDisturbAllow"
    package static let repeatCallers = "RepeatCallers"
    package static let autoResume = "AutoResume"
    package static let ringTimeout = "RingTimeout"
    package static let defaultProviders = "DefaultProviders"
    package static let routes = "Routes"
    package static let route = "Route"
    package static let kind = "Kind"
    package static let name = "Name"
    package static let available = "Available"
}
