// SPDX-License-Identifier: MIT

import CallInterface
import DirectoryDatabase
import SDBus

extension DirectoryProblem {
    /// The word of the property `DatabaseProblem`.
    var word: String {
        switch self {
        case .busy: "busy"
        case .noSpace: "no-space"
        case .readOnly: "read-only"
        case .damaged: "damaged"
        case .newer: "newer"
        case .refused, .tooManyRequests: ""
        case .unusable: "unusable"
        }
    }

    /// The error reply.
    var onBus: BusError {
        switch self {
        case .refused(let fault): .invalidArgs(fault)
        case .tooManyRequests: BusError(name: StandardErrorName.limitsExceeded, message: description)
        case .busy, .noSpace, .readOnly, .damaged, .newer, .unusable:
            BusError(name: DirectoryName.databaseError, message: description)
        }
    }
}
