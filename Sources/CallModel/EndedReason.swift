// SPDX-License-Identifier: MIT

/// Why a call ended, as CXCallEndedReason says it, and the one it leaves out.
public enum EndedReason: String, Hashable, Sendable, CaseIterable {
    /// The provider could not service the call.
    case failed
    /// The other side hung up.
    case remoteEnded = "remote-ended"
    /// Nobody answered in time.
    case unanswered
    /// Answered on another device of the user.
    case answeredElsewhere = "answered-elsewhere"
    /// Declined on another device of the user.
    case declinedElsewhere = "declined-elsewhere"
    /// Ended here by an end-call action.
    case localEnded = "local-ended"
    /// Refused when it was reported: it was never there. `filteredBy` tells by what.
    case filtered

    /// Whether a provider may report it. Only the registry says the others.
    public var isReportable: Bool {
        switch self {
        case .failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere: true
        case .localEnded, .filtered: false
        }
    }
}

/// What refuses calls for the user.
public enum CallFilter: String, Hashable, Sendable, CaseIterable {
    /// The user does not want to be disturbed.
    case doNotDisturb = "do-not-disturb"
}
