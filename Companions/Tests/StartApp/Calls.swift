// SPDX-License-Identifier: MIT

import CallKit

/// The calls of the app. The handle of a call says which method has got the request, and what it could read there.
@MainActor
final class Calls: NSObject, @preconcurrency CXProviderDelegate {
    static let shared = Calls()
    private let provider = CXProvider(configuration: CXProviderConfiguration())
    private let controller = CXCallController(queue: .main)

    private let continuing = ContinuingDelegate()

    func begin() { provider.setDelegate(Program.way == "provider" ? continuing : self, queue: nil) }

    /// Returns whether the activity is a request to call.
    func start(_ method: String, _ activity: NSUserActivity) -> Bool {
        guard let intent = activity.interaction?.intent as? INStartCallIntent,
            let number = intent.contacts?.first?.personHandle?.value
        else { return false }
        let type = activity.activityType
        let words = [
            method, number, intent is INStartAudioCallIntent ? "audio" : nil,
            intent is INStartVideoCallIntent ? "video" : nil, type == "INStartCallIntent" ? "named" : nil,
            type == NSStringFromClass(INStartCallIntent.self) ? "class" : nil,
            type == INStartAudioCallIntentIdentifier ? "audio-type" : nil,
            type == INStartVideoCallIntentIdentifier ? "video-type" : nil,
        ]
        let handle = CXHandle(type: .generic, value: words.compactMap { $0 }.joined(separator: " "))
        controller.request(CXTransaction(action: CXStartCallAction(call: UUID(), handle: handle))) { error in
            if let error { NSLog("the call does not start: %@", error.localizedDescription) }
        }
        return true
    }

    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fulfill() }
}

/// Gets the requests itself, which only Linux offers.
@MainActor
final class ContinuingDelegate: NSObject, @preconcurrency CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        _ = Calls.shared.start("provider", userActivity)
    }
}
