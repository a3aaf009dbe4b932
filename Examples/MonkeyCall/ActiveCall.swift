// SPDX-License-Identifier: MIT

import CallKit

/// One call of this app, from its beginning to its end. Shows what was done, and decides nothing: the provider delegate
/// changes it, and whoever shows it is told by ``onChange``.
@MainActor
final class ActiveCall {
    /// Something that has happened to a call.
    enum Change {
        case ringing, answered
        case started, connecting, connected
        case held, resumed
        case muted, unmuted
        case joined(UUID), leftGroup
        case played(String), heard(String)
        case ended(Ending)
    }

    /// How a call came to its end.
    enum Ending {
        /// By the user, here.
        case local
        /// By the other side, or because it did not work.
        case remote(CXCallEndedReason)
        /// The user was never told of it: the system did not let it through.
        case refused(any Error)
    }

    let uuid: UUID
    let handle: CXHandle
    /// What the other side calls itself; nil = nothing.
    let name: String?
    let isOutgoing: Bool
    let hasVideo: Bool

    private(set) var hasConnected = false
    private(set) var hasEnded = false
    private(set) var isOnHold = false
    private(set) var isMuted = false
    /// The call whose group it has joined; nil = none.
    private(set) var group: UUID?

    var onChange: ((Change) -> Void)?

    init(uuid: UUID, handle: CXHandle, name: String? = nil, isOutgoing: Bool, hasVideo: Bool) {
        self.uuid = uuid
        self.handle = handle
        self.name = name
        self.isOutgoing = isOutgoing
        self.hasVideo = hasVideo
    }

    /// Whether it waits for the user to answer it.
    var isRinging: Bool { !isOutgoing && !hasConnected && !hasEnded }

    /// Whether the user talks in it, or could.
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
