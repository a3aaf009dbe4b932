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
