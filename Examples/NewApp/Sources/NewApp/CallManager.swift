// SPDX-License-Identifier: MIT

import CallKit

/// The calls of the app. Your code that speaks to the other side is called here.
@MainActor
final class CallManager: NSObject, @preconcurrency CXProviderDelegate {
    private let provider: CXProvider
    private let controller = CXCallController(queue: .main)

    override init() {
        let configuration = CXProviderConfiguration(localizedName: "NewApp")
        configuration.supportedHandleTypes = [.phoneNumber, .generic]
        // Only on Linux: the system starts this desktop file when the user wants to call with the app.
        configuration.desktopEntry = "org.example.NewApp"
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    /// Someone calls: the system rings.
    func report(_ call: UUID, from caller: CXHandle) async {
        let update = CXCallUpdate()
        update.remoteHandle = caller
        do {
            try await provider.reportNewIncomingCall(with: call, update: update)
        } catch {
            // Refuse the call at the other side.
            NSLog("The call does not ring: %@", error.localizedDescription)
        }
    }

    /// The user calls someone.
    func start(to handle: CXHandle, video: Bool = false) {
        let action = CXStartCallAction(call: UUID(), handle: handle)
        action.isVideo = video
        controller.request(CXTransaction(action: action)) { error in
            if let error { NSLog("The call does not start: %@", error.localizedDescription) }
        }
    }

    // MARK: Actions of the user, in this app, on the desktop or on a headset

    func providerDidReset(_ provider: CXProvider) {}

    /// The user calls someone from a list of recent calls, an address book, or the desktop's search.
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        guard let intent = userActivity.interaction?.intent as? INStartCallIntent,
            let person = intent.contacts?.first?.personHandle, let address = person.value
        else { return }
        let type: CXHandle.HandleType = person.type == .phoneNumber ? .phoneNumber : .generic
        start(to: CXHandle(type: type, value: address), video: intent.callCapability == .videoCall)
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { action.fulfill() }
}
