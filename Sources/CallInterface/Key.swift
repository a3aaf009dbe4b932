// SPDX-License-Identifier: MIT

/// The keys of the contract's `a{sv}` arguments. An unknown key is ignored; a known one of the wrong type is refused.
public enum Key {
    // Provider configuration.
    /// Also of a route.
    public static let localizedName = "LocalizedName"
    public static let icon = "Icon"
    public static let ringtone = "Ringtone"
    public static let maximumCallGroups = "MaximumCallGroups"
    public static let maximumCallsPerCallGroup = "MaximumCallsPerCallGroup"
    public static let supportedHandleTypes = "SupportedHandleTypes"
    public static let supportsVideo = "SupportsVideo"
    public static let includesCallsInRecents = "IncludesCallsInRecents"
    public static let holdsImplicitly = "HoldsImplicitly"
    public static let desktopEntry = "DesktopEntry"

    // Call updates and existing calls.
    public static let remoteHandle = "RemoteHandle"
    public static let localizedCallerName = "LocalizedCallerName"
    public static let contactIdentifier = "ContactIdentifier"
    public static let hasVideo = "HasVideo"
    public static let supportsHolding = "SupportsHolding"
    public static let supportsGrouping = "SupportsGrouping"
    public static let supportsUngrouping = "SupportsUngrouping"
    public static let supportsDTMF = "SupportsDTMF"
    public static let outgoing = "Outgoing"
    public static let state = "State"
    public static let onHold = "OnHold"
    public static let muted = "Muted"
    public static let group = "Group"
    public static let startedAt = "StartedAt"
    public static let connectedAt = "ConnectedAt"

    // Actions of a transaction.
    public static let action = "Action"
    public static let identifier = "Identifier"
    public static let call = "Call"
    public static let provider = "Provider"
    public static let handle = "Handle"
    public static let video = "Video"
    public static let groupWith = "GroupWith"
    public static let digits = "Digits"
    public static let dtmfType = "DTMFType"

    // Options of a transaction.
    public static let origin = "Origin"
    public static let activationToken = "ActivationToken"

    // Details of an action at its provider.
    public static let transaction = "Transaction"
    public static let deadline = "Deadline"
    public static let index = "Index"
    public static let count = "Count"
    public static let actions = "Actions"

    // Details of a fulfilled action.
    public static let dateStarted = "DateStarted"
    public static let dateConnected = "DateConnected"
    public static let dateEnded = "DateEnded"

    // Details of a completed transaction.
    public static let failedAction = "FailedAction"
    public static let reason = "Reason"
    public static let reasonCall = "ReasonCall"

    // A shell's state, and routes.
    public static let doNotDisturb = "DoNotDisturb"
    public static let doNotDisturbAllow = "DoNotDisturbAllow"
    public static let repeatCallers = "RepeatCallers"
    public static let autoResume = "AutoResume"
    public static let ringTimeout = "RingTimeout"
    public static let defaultProviders = "DefaultProviders"
    public static let routes = "Routes"
    public static let route = "Route"
    public static let kind = "Kind"
    public static let name = "Name"
    public static let available = "Available"
}
