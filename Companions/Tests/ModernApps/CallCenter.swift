// SPDX-License-Identifier: MIT

import CallKit
import os

/// Requests of the user, with async functions.
actor CallCenter {
    enum Failure: Error {
        case tooManyCalls
        case refused(any Error)
    }

    private let controller = CXCallController()
    private let logger = Logger(subsystem: "org.example.Phone", category: "CallCenter")
    private var requested: Set<UUID> = []

    func start(_ handle: String, isVideo: Bool = false) async throws(Failure) -> UUID {
        let uuid = UUID()
        let action = CXStartCallAction(call: uuid, handle: CXHandle(type: .phoneNumber, value: handle))
        action.isVideo = isVideo
        requested.insert(uuid)
        do {
            try await controller.requestTransaction(with: action)
            logger.info("Started \(uuid, privacy: .public)")
            return uuid
        } catch CXErrorCodeRequestTransactionError.maximumCallGroupsReached {
            requested.remove(uuid)
            throw .tooManyCalls
        } catch {
            requested.remove(uuid)
            logger.error("\(handle, privacy: .private): \(error, privacy: .public)")
            throw .refused(error)
        }
    }

    func endAll() async {
        for call in requested {
            try? await controller.requestTransaction(with: CXEndCallAction(call: call))
        }
        requested.removeAll()
    }
}
