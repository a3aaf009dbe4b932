// SPDX-License-Identifier: MIT

/// The methods of the service's interfaces; `dbus/*.xml` describes them.
public enum MethodName: String, Sendable, CaseIterable {
    // MARK: The manager

    case registerProvider = "RegisterProvider"
    case setProviderConfiguration = "SetProviderConfiguration"
    case invalidateProvider = "InvalidateProvider"
    case reportNewIncomingCall = "ReportNewIncomingCall"
    case reportExistingCall = "ReportExistingCall"
    case reportCallUpdated = "ReportCallUpdated"
    case reportCallEnded = "ReportCallEnded"
    case reportOutgoingCallStartedConnecting = "ReportOutgoingCallStartedConnecting"
    case reportOutgoingCallConnected = "ReportOutgoingCallConnected"
    case fulfillAction = "FulfillAction"
    case failAction = "FailAction"
    case requestTransaction = "RequestTransaction"
    case listCalls = "ListCalls"
    case listEndedCalls = "ListEndedCalls"
    case explainCall = "ExplainCall"
    case listProviders = "ListProviders"
    case listUsers = "ListUsers"
    case subscribe = "Subscribe"
    case unsubscribe = "Unsubscribe"
    case requestStartCall = "RequestStartCall"
    case answerStartCall = "AnswerStartCall"
    case registerShell = "RegisterShell"
    case setShellState = "SetShellState"

    case registerDirectory = "RegisterDirectory"
    case setDirectoryState = "SetDirectoryState"
    case answerScreening = "AnswerScreening"
    case identifyCall = "IdentifyCall"
    case takeEndedCalls = "TakeEndedCalls"

    // MARK: The audio

    case setRoute = "SetRoute"
    case silenceAlert = "SilenceAlert"

    // MARK: A call

    case answer = "Answer"
    case end = "End"
    case decline = "Decline"
    case setHeld = "SetHeld"
    case setMuted = "SetMuted"
    case setGroup = "SetGroup"
    case playDTMF = "PlayDTMF"
    case silence = "Silence"

    // MARK: A provider

    case openIcon = "OpenIcon"
    case openRingtone = "OpenRingtone"
}

/// The signals of the manager object; `dbus/org.monkeycall.CallManager.xml` describes them.
public enum SignalName: String, Sendable, CaseIterable {
    case providerDidBegin = "ProviderDidBegin"
    case providerDidReset = "ProviderDidReset"
    case performStartCallAction = "PerformStartCallAction"
    case performAnswerCallAction = "PerformAnswerCallAction"
    case performEndCallAction = "PerformEndCallAction"
    case performSetHeldCallAction = "PerformSetHeldCallAction"
    case performSetMutedCallAction = "PerformSetMutedCallAction"
    case performSetGroupCallAction = "PerformSetGroupCallAction"
    case performPlayDTMFCallAction = "PerformPlayDTMFCallAction"
    case timedOutPerformingAction = "TimedOutPerformingAction"
    case didActivateAudioSession = "DidActivateAudioSession"
    case didDeactivateAudioSession = "DidDeactivateAudioSession"
    case audioRouteChanged = "AudioRouteChanged"
    case startCallRequested = "StartCallRequested"
    case transactionCompleted = "TransactionCompleted"
    case shellIsPrimary = "ShellIsPrimary"
    case screenCall = "ScreenCall"
    case callsEnded = "CallsEnded"
    case subscriptionEnded = "SubscriptionEnded"
}

/// The methods of a user's directory; `dbus/org.monkeycall.Directory*.xml` describes them. A word of another interface
/// than the first one has the last part of that interface's name before it, because several interfaces have a `List`.
public enum DirectoryMethod: String, Sendable, CaseIterable {
    // MARK: Callers and contacts

    case subscribeToDirectory = "Subscribe"
    case unsubscribeFromDirectory = "Unsubscribe"
    case lookup = "Lookup"
    case search = "Search"
    case openPicture = "OpenPicture"
    case place = "Place"
    case normalize = "Normalize"
    case listCountries = "ListCountries"
    case setRegion = "SetRegion"
    case setContactFolders = "SetContactFolders"

    // MARK: Rules

    case setScreensCalls = "Lists.SetScreensCalls"
    case addRule = "Lists.AddRule"
    case removeRule = "Lists.RemoveRule"
    case listRules = "Lists.ListRules"

    // MARK: Sources of lists

    case beginLoad = "Lists.BeginLoad"
    case reload = "Lists.Reload"
    case enabledStatus = "Lists.EnabledStatus"
    case setSourceEnabled = "Lists.SetSourceEnabled"
    case setSourceOrder = "Lists.SetSourceOrder"
    case listSources = "Lists.ListSources"
    case removeSource = "Lists.RemoveSource"
    case importList = "Lists.ImportList"
    case exportList = "Lists.ExportList"

    // MARK: A load of lists

    case addBlocked = "Load.AddBlocked"
    case addIdentified = "Load.AddIdentified"
    case addHandles = "Load.AddHandles"
    case removeBlocked = "Load.RemoveBlocked"
    case removeIdentified = "Load.RemoveIdentified"
    case removeAllEntries = "Load.RemoveAll"
    case commitLoad = "Load.Commit"
    case abortLoad = "Load.Abort"

    // MARK: An extension

    case beginRequest = "Extension.BeginRequest"

    // MARK: Apps that screen calls

    case registerScreener = "Screening.RegisterScreener"
    case answerAboutCall = "Screening.AnswerScreening"
    case listScreeners = "Screening.ListScreeners"
    case setScreenerEnabled = "Screening.SetScreenerEnabled"

    // MARK: Calls that have ended

    case listHistory = "History.List"
    case listRecents = "History.Recents"
    case searchHistory = "History.Search"
    case removeFromHistory = "History.Remove"
    case clearHistory = "History.Clear"
    case markRead = "History.MarkRead"
    case setRetentionDays = "History.SetRetentionDays"
    case exportHistory = "History.Export"
    case redial = "History.Redial"

    // MARK: Favourites

    case listFavourites = "Favourites.List"
    case setFavourite = "Favourites.Set"
    case moveFavourite = "Favourites.Move"
    case removeFavourite = "Favourites.Remove"

    // MARK: Apps

    case listApps = "Apps.List"
    case setAppAllowed = "Apps.SetAllowed"
}

/// The methods of the agent's calls; `dbus/org.monkeycall.Agent.Calls.xml` describes them.
public enum SurfaceMethod: String, Sendable, CaseIterable {
    case subscribe = "Subscribe"
    case unsubscribe = "Unsubscribe"
    case perform = "Perform"
    case setRoute = "SetRoute"
}
