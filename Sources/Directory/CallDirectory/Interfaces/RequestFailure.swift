// SPDX-License-Identifier: MIT

import DirectoryDatabase
import SDBus

/// The reason why a request of a program fails.
protocol RequestFailure: Error {
    /// The error reply.
    var onBus: BusError { get }
}

extension BusError: RequestFailure {
    var onBus: BusError { self }
}

extension DirectoryProblem: RequestFailure {}

extension ListFailure: RequestFailure {}

extension Result where Failure: RequestFailure {
    /// Replies that the request is done, or with the failure.
    func complete(_ reply: PendingReply<>) { reply.complete(self) { reply, _ in reply.succeed() } }

    /// Replies with the value, or with the failure.
    func complete(_ reply: PendingReply<Success>) where Success: BusValue {
        reply.complete(self) { $0.succeed($1) }
    }
}

extension PendingReply {
    /// Lets `succeed` reply with the value, or replies with the failure.
    func complete<Value>(
        _ result: Result<Value, some RequestFailure>, _ succeed: (PendingReply, Value) -> Void
    ) {
        switch result {
        case .success(let value): succeed(self, value)
        case .failure(let failure): fail(failure.onBus)
        }
    }
}
