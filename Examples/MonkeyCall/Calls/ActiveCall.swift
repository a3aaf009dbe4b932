// SPDX-License-Identifier: MIT

import Foundation

/// One call of this app, from its beginning to its end. It decides nothing: the delegate of the framework changes it,
/// and ``onChange`` tells the user interface.
@MainActor
final class ActiveCall {
    /// A change of a call.
    enum Change {
        case ringing, answered
        case started, connecting, connected
        case held, resumed
        case muted, unmuted
        case joined(UUID), leftGroup
        case played(String), heard(String)
        case ended(Ending)
    }

    /// The way in which a call ended.
    enum Ending {
        /// The user ended it here.
        case local
        /// The other side ended it, or it failed.
        case remote(EndReason)
        /// The system did not let it through, so the user never saw it.
        case refused(any Error)
    }

    /// Why a call is over that the user did not end here.
    enum EndReason: String {
        case failed
        case remoteEnded = "remote-ended"
        case unanswered
        case answeredElsewhere = "answered-elsewhere"
        case declinedElsewhere = "declined-elsewhere"
    }

    let uuid: UUID
    let handle: Party
    /// The name that the other side gave; nil = none.
    let name: String?
    let isOutgoing: Bool
    let hasVideo: Bool

    private(set) var hasConnected = false
    private(set) var hasEnded = false
    private(set) var isOnHold = false
    private(set) var isMuted = false
    /// The call whose group this call has joined; nil = none.
    private(set) var group: UUID?

    var onChange: ((Change) -> Void)?

    init(uuid: UUID, handle: Party, name: String? = nil, isOutgoing: Bool, hasVideo: Bool) {
        self.uuid = uuid
        self.handle = handle
        self.name = name
        self.isOutgoing = isOutgoing
        self.hasVideo = hasVideo
    }

    /// Whether it waits for the user's answer.
    var isRinging: Bool { !isOutgoing && !hasConnected && !hasEnded }

    /// Whether the user can talk in it.
    var isActive: Bool { hasConnected && !isOnHold && !hasEnded }

    /// The one place where a call changes.
    func apply(_ change: Change) {
        switch change {
        case .answered, .connected: hasConnected = true
        case .held: isOnHold = true
        case .resumed: isOnHold = false
        case .muted: isMuted = true
        case .unmuted: isMuted = false
        case .joined(let other): group = other
        case .leftGroup: group = nil
        case .ended: hasEnded = true
        case .ringing, .started, .connecting, .played, .heard: break
        }
        onChange?(change)
    }
}
