// SPDX-License-Identifier: MIT

/// What became of a call, for people.
public enum CallOutcome: String, Hashable, Sendable, CaseIterable {
    /// Both sides could talk.
    case answered
    /// An incoming call that was answered nowhere.
    case missed
    /// An incoming call that the user declined here.
    case refused
    /// An incoming call that the user answered or declined on another device.
    case elsewhere
    /// An outgoing call that did not connect.
    case notConnected = "not-connected"
    /// Refused because of do-not-disturb. Counts as missed: the user wants to see it later.
    case doNotDisturb = "do-not-disturb"
    /// Refused because the user was in another call. Counts as missed too.
    case busy
    /// Refused by a rule or a list of the user.
    case blockList = "block-list"
    /// Refused by a screener.
    case screener
    /// Refused because the user has switched off the app.
    case user

    /// The outcome of a call with these facts.
    public init(outgoing: Bool, hasConnected: Bool, endedReason: EndedReason, filteredBy: CallFilter?) {
        switch filteredBy {
        case .doNotDisturb: self = .doNotDisturb
        case .busy: self = .busy
        case .blockList: self = .blockList
        case .screener: self = .screener
        case .user: self = .user
        case nil where hasConnected: self = .answered
        case nil where outgoing: self = .notConnected
        case nil: self.init(incoming: endedReason)
        }
    }

    private init(incoming reason: EndedReason) {
        switch reason {
        case .failed, .remoteEnded, .unanswered, .unknown, .filtered: self = .missed
        case .answeredElsewhere, .declinedElsewhere: self = .elsewhere
        // Version 1 of the service said `local-ended`.
        case .declined, .localEnded: self = .refused
        }
    }

    /// Whether the user may want to call back. A missed call is unread at first.
    public var isMissed: Bool {
        switch self {
        case .missed, .doNotDisturb, .busy: true
        case .answered, .refused, .elsewhere, .notConnected, .blockList, .screener, .user: false
        }
    }

    /// Whether the user can leave it out of the history.
    public var isBlocked: Bool {
        switch self {
        case .blockList, .screener, .user: true
        case .answered, .missed, .refused, .elsewhere, .notConnected, .doNotDisturb, .busy: false
        }
    }
}

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
    /// The provider does not know. The service treats it like an end by the other side.
    case unknown
    /// Refused when its provider reported it, so the service never listed it. `filteredBy` names the filter.
    case filtered

    /// Whether a provider may report it. Only the service uses the others.
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
    /// The user is in another call.
    case busy
    /// The user, or a list that the user enabled, blocks the caller.
    case blockList = "block-list"
    /// A program that the user allowed to screen calls refused it.
    case screener
    /// The user has switched off the app of the call.
    case user

    /// Whether it refuses because of what the user does now, and not because of the caller or the app.
    public var isOfTheMoment: Bool {
        switch self {
        case .doNotDisturb, .busy: true
        case .blockList, .screener, .user: false
        }
    }
}
