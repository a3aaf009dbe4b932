// SPDX-License-Identifier: MIT

import CallKit

// The code that docs/CALLKIT.md and the documentation of the library tell an app to write.

/// A method with a default. It is an optional method on Apple's systems.
protocol CallListener: AnyObject {
    func callDidChange(_ call: UUID)
}

extension CallListener {
    func callDidChange(_ call: UUID) {}
}

final class Phone: NSObject, CXProviderDelegate {
    private let provider: CXProvider
    private let controller = CXCallController()

    override init() {
        let configuration = CXProviderConfiguration(localizedName: "Phone")
        configuration.supportedHandleTypes = [.phoneNumber]
        configuration.identifier = "org.example.Phone"
        configuration.desktopEntry = "org.example.Phone"
        configuration.iconTemplateImageData = Bundle.main.url(forResource: "Icon", withExtension: "png").flatMap {
            try? Data(contentsOf: $0)
        }
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    func ring(_ uuid: UUID, from number: String) async -> Bool {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: number)
        do {
            try await provider.reportNewIncomingCall(with: uuid, update: update)
            return true
        } catch CXErrorCodeIncomingCallError.filteredByDoNotDisturb {
            return false
        } catch {
            return false
        }
    }

    func call(_ number: String) async throws {
        let action = CXStartCallAction(call: UUID(), handle: CXHandle(type: .phoneNumber, value: number))
        do {
            try await controller.request(CXTransaction(action: action))
        } catch CXErrorCodeRequestTransactionError.maximumCallGroupsReached {
            NSLog("too many calls")
        }
    }

    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        if action.origin == .headset { NSLog("answered at the headset") }
        action.fulfill()
    }
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        guard let intent = userActivity.interaction?.intent as? INStartCallIntent,
            let handle = intent.contacts?.first?.personHandle?.value
        else { return }
        NSLog("to call: %@ %d, %@", handle, intent.callCapability.rawValue, "\(userActivity.userInfo ?? [:])")
    }
}

/// Closures instead of selectors.
@MainActor final class RingTimer {
    private var timer: Timer?
    private var token: (any NSObjectProtocol)?

    func start(_ body: @escaping @Sendable () -> Void) {
        timer = Timer.scheduledTimer(withTimeInterval: 90, repeats: false) { _ in body() }
        token = NotificationCenter.default.addObserver(forName: .init("ring"), object: nil, queue: .main) { _ in body()
        }
    }
}

#if canImport(ObjectiveC)
    extension Phone {
        @objc func tapped() {}
    }
#endif
