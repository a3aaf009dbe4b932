// SPDX-License-Identifier: MIT

/// How a call ended: the words for CXCallEndedReason, and two that only the registry uses.
public enum EndedReason: String, Hashable, Sendable, CaseIterable {
    /// The provider could not service the call.
    case failed
    /// The other side hung up.
    case remoteEnded = "remote-ended"
    /// The call was not answered in time.
    case unanswered
    /// Answered on another device of the user.
    case answeredElsewhere = "answered-elsewhere"
    /// Declined on another device of the user.
    case declinedElsewhere = "declined-elsewhere"
    /// Ended here by an end-call action.
    case localEnded = "local-ended"
    /// Refused when its provider reported it, so it was never in the registry. `filteredBy` names the filter.
    case filtered

    /// Whether a provider may report it. Only the registry uses the others.
    public var isReportable: Bool {
        switch self {
        case .failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere: true
        case .localEnded, .filtered: false
        }
    }
}

/// A filter that refuses calls for the user.
public enum CallFilter: String, Hashable, Sendable, CaseIterable {
    /// Do-not-disturb is on.
    case doNotDisturb = "do-not-disturb"
    /// The user, or a list that the user enabled, blocks the caller.
    case blockList = "block-list"
    /// A program that the user allowed to screen calls refused it.
    case screener
}
