// SPDX-License-Identifier: MIT

import CallInterface
import CallLibrary
import Foundation
import SDBus

/// A copy of the app that may already run with the same identifier.
struct RunningCopy {
    private let identifier: String

    init(_ identifier: String) { self.identifier = identifier }

    /// Whether the running copy has taken the links, so that this one can exit. The service delivers them to it.
    func takes(_ urls: [URL]) -> Bool {
        let requests = urls.compactMap { StartCallRequest($0) }
        guard !requests.isEmpty else { return false }
        do throws(BusError) {
            let connection = try BusConnection(ServiceThread.address, description: "MonkeyCall")
            let method = CallTarget(
                CallManagerName.bus, CallManagerName.path, CallManagerName.manager, "RequestStartCall")
            for request in requests {
                var details = StartCallDetails()
                details.video = request.isVideo
                try connection.call(method, identifier, Handle(request.handle).wire, details.wire)
            }
            return true
        } catch {
            // No copy runs.
            return false
        }
    }
}

extension Handle {
    fileprivate init(_ party: Party) {
        let kind: Kind =
            switch party.kind {
            case .generic: .generic
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
        self.init(kind: kind, value: party.value)
    }
}
