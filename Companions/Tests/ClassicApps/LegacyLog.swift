// SPDX-License-Identifier: MIT

import CallKit
import os.log

private let log = OSLog(subsystem: "org.example.Phone", category: "CallKit")

/// Logging as before iOS 14.
struct LegacyLog {
    func received(_ action: CXAnswerCallAction, after seconds: Double) {
        os_log("Answer %{public}@ after %.2f s", log: log, type: .info, action.callUUID.uuidString, seconds)
    }

    func failed(_ error: any Error) {
        os_log(.error, log: log, "CallKit refused: %{public}@", error.localizedDescription)
    }

    func began() {
        os_log("Provider began")
        os_log("Audio is active", log: .default, type: .debug)
        os_signpost(.event, log: log, name: "Provider began")
    }
}
