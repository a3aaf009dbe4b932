// SPDX-License-Identifier: MIT

import CallKit

// Doubles that inherit from the library's classes, for an app's own tests.

class MockCXProvider: CXProvider {
    private(set) var reported: [UUID] = []
    private(set) var wasInvalidated = false

    convenience init() { self.init(configuration: CXProviderConfiguration(localizedName: "test")) }

    override func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate, completion: @escaping (Error?) -> Void
    ) {
        reported.append(UUID)
        completion(nil)
    }

    override func invalidate() { wasInvalidated = true }
}

class MockCXCallController: CXCallController {
    private(set) var requestedTransactions: [CXTransaction] = []
    var error: Error?

    override func request(_ transaction: CXTransaction, completion: @escaping (Error?) -> Void) {
        requestedTransactions.append(transaction)
        completion(error)
    }

    override func requestTransaction(with actions: [CXAction]) async throws {
        requestedTransactions.append(CXTransaction(actions: actions))
        if let error { throw error }
    }
}
