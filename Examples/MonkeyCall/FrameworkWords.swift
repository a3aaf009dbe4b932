// SPDX-License-Identifier: MIT

import CallKit

extension CXHandle {
    convenience init(_ party: Party) {
        let type: HandleType =
            switch party.kind {
            case .generic: .generic
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
        self.init(type: type, value: party.value)
    }
}

extension Party {
    init(_ handle: CXHandle) {
        let kind: Kind =
            switch handle.type {
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            case .generic: .generic
            }
        self.init(kind: kind, value: handle.value)
    }
}

extension CXCallEndedReason {
    init(_ reason: ActiveCall.EndReason) {
        self =
            switch reason {
            case .failed: .failed
            case .remoteEnded: .remoteEnded
            case .unanswered: .unanswered
            case .answeredElsewhere: .answeredElsewhere
            case .declinedElsewhere: .declinedElsewhere
            }
    }
}
