// SPDX-License-Identifier: MIT

import CallKit

// Completions as apps write them, and protocols through which apps use the library so that they can test themselves.

enum Completions {
    #if swift(<6)
        /// The closure changes a captured variable: only a warning in Swift 5 mode.
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

        /// Passes on a completion of the app.
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

/// The methods of a provider that an app uses, with a Sendable completion.
protocol SendableProvider: AnyObject {
    func setDelegate(_ delegate: CXProviderDelegate?, queue: DispatchQueue?)
    func reportNewIncomingCall(
        with uuid: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void)
    func reportCall(with uuid: UUID, updated update: CXCallUpdate)
    func reportCall(with uuid: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason)
    func reportOutgoingCall(with uuid: UUID, connectedAt dateConnected: Date?)
}

extension CXProvider: SendableProvider {}

/// The method of a controller that an app uses.
protocol Requesting {
    func request(_ transaction: CXTransaction) async throws
}

extension CXCallController: Requesting {}
