// SPDX-License-Identifier: MIT

import CallKit
import UIKit
import UserNotifications
import os

/// Shows a call with CallKit, or as a notification if CallKit refuses it.
final class IncomingCallCoordinator {
    private let provider: CXProvider
    private let logger = Logger(subsystem: Bundle.main.bundleIdentifier ?? "Phone", category: "Incoming")
    private var backgroundTask: UIBackgroundTaskIdentifier = .invalid

    init(provider: CXProvider) {
        self.provider = provider
    }

    func receive(_ payload: [AnyHashable: Any]) {
        guard let identifier = (payload["id"] as? String).flatMap(UUID.init(uuidString:)),
            let caller = payload["caller"] as? String
        else {
            logger.fault("Bad payload with \(payload.count) keys")
            return
        }
        backgroundTask = UIApplication.shared.beginBackgroundTask(withName: "incoming") { [weak self] in
            self?.finish()
        }
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: caller)
        update.localizedCallerName = payload["name"] as? String
        update.supportsGrouping = false
        provider.reportNewIncomingCall(with: identifier, update: update) { [weak self] error in
            if let error = error as? CXErrorCodeIncomingCallError, error.code == .filteredByDoNotDisturb {
                self?.notify(caller)
            } else if let error = error {
                self?.logger.error("Call from \(caller, privacy: .private(mask: .hash)): \(error.localizedDescription)")
            }
            self?.finish()
        }
    }

    private func notify(_ caller: String) {
        DispatchQueue.main.async {
            guard UIApplication.shared.applicationState == .background else { return }
            let content = UNMutableNotificationContent()
            content.title = caller
            content.body = "Missed call"
            UNUserNotificationCenter.current()
                .add(UNNotificationRequest(identifier: caller, content: content, trigger: nil))
        }
    }

    private func finish() {
        guard backgroundTask != .invalid else { return }
        UIApplication.shared.endBackgroundTask(backgroundTask)
        backgroundTask = .invalid
    }
}
