// SPDX-License-Identifier: MIT

import Foundation
import UIKit
import os.signpost

/// Measures calls, and says on which device.
final class CallAnalytics {
    static let shared = CallAnalytics()

    private let log = OSLog(subsystem: "org.example.Phone", category: .pointsOfInterest)
    private var begun: [UUID: (OSSignpostID, Date)] = [:]
    private let queue = DispatchQueue(label: "analytics")

    private init() {}

    func ringing(_ call: UUID) {
        let id = OSSignpostID(log: log)
        os_signpost(.begin, log: log, name: "Ringing", signpostID: id)
        queue.async { self.begun[call] = (id, Date()) }
    }

    func answered(_ call: UUID) {
        queue.async {
            guard let (id, date) = self.begun.removeValue(forKey: call) else { return }
            os_signpost(
                .end, log: self.log, name: "Ringing", signpostID: id, "%.1f s", -date.timeIntervalSinceNow)
        }
    }

    func deviceDescription() -> [String: String] {
        let device = UIDevice.current
        return [
            "id": device.identifierForVendor?.uuidString ?? "",
            "name": device.name,
            "model": device.model,
            "system": "\(device.systemName) \(device.systemVersion)",
            "tablet": device.userInterfaceIdiom == .pad ? "yes" : "no",
        ]
    }
}
