// SPDX-License-Identifier: MIT

import CallKit

// Completions as apps write them, and protocols that apps put in front of the library to test themselves.

enum Completions {
    #if swift(<6)
        /// A variable that is captured and changed: only a warning in Swift 5 mode.
        static func captured(_ controller: CXCallController) -> Bool {
            var failed = false
            let done = DispatchSemaphore(value: 0)
            controller.request(CXTransaction()) { error in
                failed = error != nil
                done.signal()
            }
            done.wait()
            return failed
        }

        /// A completion of the app's own, passed on.
        static func passedOn(_ provider: CXProvider, completion: @escaping (Error?) -> Void) {
            provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate(), completion: completion)
        }
    #endif

    static func trailing(_ provider: CXProvider, _ call: UUID) {
        provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { error in
            guard let error = error as? CXErrorCodeIncomingCallError, error.code == .filteredByDoNotDisturb else {
                return
            }
            print("silenced")
        }
    }
}

/// What an app wants of a provider, all of it Sendable.
protocol SendableProvider: AnyObject {
    func setDelegate(_ delegate: CXProviderDelegate?, queue: DispatchQueue?)
    func reportNewIncomingCall(
        with uuid: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void)
    func reportCall(with uuid: UUID, updated update: CXCallUpdate)
    func reportCall(with uuid: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason)
    func reportOutgoingCall(with uuid: UUID, connectedAt dateConnected: Date?)
}

extension CXProvider: SendableProvider {}

/// What an app wants of a controller.
protocol Requesting {
    func request(_ transaction: CXTransaction) async throws
}

extension CXCallController: Requesting {}
