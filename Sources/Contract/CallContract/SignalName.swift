// SPDX-License-Identifier: MIT

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
}
