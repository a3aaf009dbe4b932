// SPDX-License-Identifier: MIT

import CallKit

// How app code creates transactions, updates and configurations.

final class CallManager {
    let callController = CXCallController()

    func startCall(handle: String, video: Bool = false) {
        let startCallAction = CXStartCallAction(call: UUID(), handle: CXHandle(type: .phoneNumber, value: handle))
        startCallAction.isVideo = video
        let transaction = CXTransaction()
        transaction.addAction(startCallAction)
        requestTransaction(transaction)
    }

    func setHeld(call: UUID, onHold: Bool) {
        let transaction = CXTransaction(action: CXSetHeldCallAction(call: call, onHold: onHold))
        requestTransaction(transaction, action: "holdCall")
    }

    private func requestTransaction(_ transaction: CXTransaction, action: String = "") {
        callController.request(transaction) { error in
            if let error = error {
                print("Error requesting transaction: \(error)")
            } else {
                print("Requested transaction \(action) successfully")
            }
        }
    }
}

@available(iOS 10.0, *)
extension CXProviderConfiguration {
    // The form before iOS 14.
    static var app: CXProviderConfiguration {
        let providerConfiguration = CXProviderConfiguration(localizedName: NSLocalizedString("Phone", comment: "app"))
        providerConfiguration.supportsVideo = true
        providerConfiguration.maximumCallsPerCallGroup = 1
        providerConfiguration.supportedHandleTypes = [.phoneNumber]
        providerConfiguration.ringtoneSound = "Ringtone.caf"
        if #available(iOS 11.0, *) {
            providerConfiguration.includesCallsInRecents = true
        }
        return providerConfiguration
    }

    static var several: CXProviderConfiguration {
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = Set([.phoneNumber, .emailAddress])
        configuration.supportedHandleTypes.insert(.generic)
        return configuration
    }
}

extension CXCallUpdate {
    convenience init(name: String?, number: String?) {
        self.init()
        localizedCallerName = name
        remoteHandle = number.map { .init(type: .phoneNumber, value: $0) }
    }
}

extension CXHandle {
    var displayText: String {
        switch type {
        case .generic: return value
        case .phoneNumber: return "☎ " + value
        case .emailAddress: return "✉ " + value
        @unknown default: return value
        }
    }
}

extension CXProvider {
    /// The first line changes only a copy. The others set the configuration.
    func allow(groups: Int) {
        configuration.maximumCallGroups = groups
        let changed = configuration
        changed.supportedHandleTypes = [.generic]
        configuration = changed
    }
}
