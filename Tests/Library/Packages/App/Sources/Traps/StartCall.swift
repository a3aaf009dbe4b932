// SPDX-License-Identifier: MIT

import CallKit

// The extension of the guides that reads the handle to call, for old and new intents.

protocol StartCallConvertible {
    var startCallHandle: String? { get }
    var video: Bool? { get }
}

extension NSUserActivity: StartCallConvertible {
    var startCallHandle: String? {
        switch interaction?.intent {
        case let intent as INStartCallIntent: return intent.contacts?.first?.personHandle?.value
        case let intent as INStartAudioCallIntent: return intent.contacts?.first?.personHandle?.value
        case let intent as INStartVideoCallIntent: return intent.contacts?.first?.personHandle?.value
        default: return userInfo?["handle"] as? String
        }
    }

    var video: Bool? {
        if let intent = interaction?.intent as? INStartCallIntent { return intent.callCapability == .videoCall }
        return interaction?.intent is INStartVideoCallIntent
    }
}

/// An app's delegate, which receives an activity from the system.
final class AppDelegate: NSObject, CXProviderDelegate {
    let callManager = CallManager()

    func application(continue userActivity: NSUserActivity) -> Bool {
        guard let handle = userActivity.startCallHandle else { return false }
        callManager.startCall(handle: handle, video: userActivity.video ?? false)
        return true
    }

    func providerDidReset(_ provider: CXProvider) {}

    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        if !application(continue: userActivity) { NSLog("not a call: %@", userActivity.activityType) }
    }
}
