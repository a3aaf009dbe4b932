// SPDX-License-Identifier: MIT

import CallKit
import OSLog

extension Logger {
    /// The bundle identifier is the subsystem, as in most apps.
    private static let subsystem = Bundle.main.bundleIdentifier ?? "org.example.Phone"

    static let calls = Logger(subsystem: subsystem, category: "calls")
    static let audio = Logger(subsystem: subsystem, category: "audio")
}

/// Writes what happens to calls.
final class CallTrace: NSObject, CXCallObserverDelegate {
    private let observer = CXCallObserver()
    private let signposter = OSSignposter(logger: .calls)
    private var ringing: [UUID: OSSignpostIntervalState] = [:]

    override init() {
        super.init()
        observer.setDelegate(self, queue: .main)
    }

    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        let id = call.uuid.uuidString
        if call.hasEnded {
            Logger.calls.notice("Call \(id, privacy: .public) ended, \(callObserver.calls.count) left")
        } else if call.hasConnected {
            Logger.calls.info("Call \(id, privacy: .public) connected, held: \(call.isOnHold, format: .answer)")
            if let state = ringing.removeValue(forKey: call.uuid) { signposter.endInterval("Ringing", state) }
        } else {
            Logger.calls.debug("Call \(id) rings, outgoing: \(call.isOutgoing)")
            ringing[call.uuid] = signposter.beginInterval("Ringing", id: signposter.makeSignpostID())
        }
    }

    func log(_ error: any Error, in function: StaticString = #function) {
        Logger.audio.error("\(function.description, privacy: .public): \(error.localizedDescription)")
    }
}
