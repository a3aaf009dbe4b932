// SPDX-License-Identifier: MIT

import CallInterface
import DirectoryDatabase
import SDBus

/// Why a request about lists failed.
enum ListFailure: Error {
    case noDatabase(DirectoryProblem)
    case refused(ListError)

    /// Too many requests wait for their files.
    static let tooManyRequests = ListFailure.noDatabase(.tooManyRequests)

    /// The error reply.
    var onBus: BusError {
        switch self {
        case .noDatabase(let problem): problem.onBus
        case .refused(let error): error.onBus
        }
    }
}

extension ListError {
    var onBus: BusError { BusError(name: code.name, message: message) }
}
