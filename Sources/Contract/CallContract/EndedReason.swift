// SPDX-License-Identifier: MIT

/// How a call ended: the words for CXCallEndedReason, and those that CallKit does not have.
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
    /// Ended on this side: by an end-call action, or in the app's own window.
    case localEnded = "local-ended"
    /// The same for an incoming call that had not connected: the user refused it.
    case declined
    /// The provider does not know. The registry treats it like an end by the other side.
    case unknown
    /// Refused when its provider reported it, so it was never in the registry. `filteredBy` names the filter.
    case filtered

    /// Whether a provider may report it. Only the registry uses the others.
    public var isReportable: Bool {
        switch self {
        case .failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere, .localEnded, .declined,
            .unknown:
            true
        case .filtered: false
        }
    }

    /// Whether the user ended the call on this side.
    public var isLocal: Bool {
        switch self {
        case .localEnded, .declined: true
        case .failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere, .unknown, .filtered: false
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
