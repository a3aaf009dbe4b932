// SPDX-License-Identifier: MIT

import CallKit

// Mocks that inherit from the library's classes, for an app's own tests.

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

/// A designated initializer with the spelling of one of the library's.
class MockStartAction: CXStartCallAction {
    var fulfillCalled = false

    init(callUUID: UUID) { super.init(call: callUUID, handle: .init(type: .generic, value: "")) }

    required init?(coder aDecoder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func fulfill() { fulfillCalled = true }
}

class MockAnswerAction: CXAnswerCallAction {
    var failCalled = false

    init(callUUID: UUID) { super.init(call: callUUID) }

    required init?(coder aDecoder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func fail() { failCalled = true }
}

/// The mock inherits its initializers.
class MockMutedAction: CXSetMutedCallAction {
    var fulfillCalled = false

    static func muting() -> MockMutedAction { MockMutedAction(call: .init(), muted: true) }

    override func fulfill() { fulfillCalled = true }
}

/// Parameters with other internal names.
class QuietCXProvider: CXProvider {
    override init(configuration: CXProviderConfiguration) { super.init(configuration: configuration) }

    override func reportNewIncomingCall(
        with uuid: UUID, update: CXCallUpdate, completion: @escaping (Error?) -> Void
    ) {}
}
