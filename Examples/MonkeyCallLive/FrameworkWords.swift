// SPDX-License-Identifier: MIT

import LiveCommunicationKit

extension Handle {
    init(_ party: Party, name: String? = nil) {
        let type: Kind =
            switch party.kind {
            case .generic: .generic
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
        self.init(type: type, value: party.value, displayName: name)
    }
}

extension Party {
    init(_ handle: LiveCommunicationKit.Handle) {
        let kind: Kind =
            switch handle.type {
            case .generic: .generic
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
        self.init(kind: kind, value: handle.value)
    }
}

extension Conversation.EndedReason {
    init(_ reason: ActiveCall.EndReason) {
        self =
            switch reason {
            case .failed: .failed
            case .remoteEnded: .remoteEnded
            case .unanswered: .unanswered
            case .answeredElsewhere: .joinedElsewhere
            case .declinedElsewhere: .declinedElsewhere
            }
    }
}
