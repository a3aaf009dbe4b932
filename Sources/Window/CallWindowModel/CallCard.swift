// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import ConfigurationText
import SDBus

/// One call as the window shows it.
package struct CallCard: Hashable, Sendable {
    /// A control of a call that is not in front.
    package enum Action: String, Hashable, Sendable {
        case resume, swap, leave, end
    }

    /// A control that the call could have.
    package struct Missing: Hashable, Sendable {
        package let label: String
        /// Why it is not there.
        package let obstacle: String
    }

    package let call: String
    package let title: String
    package let subtitle: String
    package let app: String
    /// The identifier of the provider, for its icon.
    package let provider: String
    package let avatarName: String
    package let handle: WireHandle
    package private(set) var state: String
    /// When the time of the call began, in microseconds since the Unix epoch; 0 shows the state in place of a time.
    package private(set) var connectedAt: UInt64
    package let isHeld: Bool
    package let isRinging: Bool
    package private(set) var badges: [CallBadge]
    /// The buttons of a call that rings.
    package var answers: [CallButton] = []
    package var canSilence = false
    package var canEnd: Bool
    /// The buttons of a call that is not in front.
    package private(set) var actions: [Action] = []
    package private(set) var missing: [Missing] = []
    /// The user may want to keep the number, but first decides whether to answer.
    package private(set) var canAddToContacts: Bool

    /// A call that the user has asked for, which no app has made yet. Its id is empty.
    init(pending: WantedCall, in registry: Registry, at now: UInt64) {
        let attempt = pending.attempt
        // The service has no choice if there is one app.
        let able = attempt?.request.handle.type.word.map { PhoneLine.able($0, registry) } ?? []
        let only = able.count == 1 ? able[0].provider : ""
        let asked = attempt?.provider ?? ""
        let provider = asked.isEmpty ? only : asked
        (call, self.provider) = ("", provider)
        // Without a handle the directory is not asked for a picture: an emergency call has no question.
        handle = attempt?.request.isUrgent == false ? attempt?.request.handle ?? WireHandle.none : WireHandle.none
        let name = attempt?.title ?? ""
        let number = attempt?.address ?? ""
        title = (name.isBlank ? number : name).alone
        subtitle = name.isBlank ? "" : number.line
        avatarName = name.isBlank ? "" : name.alone
        let line = registry.provider(provider)?.name ?? ""
        app = line.isBlank ? "" : Catalogue.text("through %s", line.alone)
        state =
            pending.isCancelling
            ? Catalogue.text("Cancelling…")
            : !pending.isUnanswered(at: now)
                ? Catalogue.text("Calling…")
                : line.isBlank
                    ? Catalogue.text("The app does not answer") : Catalogue.text("%s does not answer", line.alone)
        (connectedAt, isHeld, isRinging, badges) = (0, false, false, [])
        (canEnd, canAddToContacts) = (!pending.isCancelling, false)
    }

    /// The same call after its end, which has the place of its time.
    func ended(_ text: String) -> CallCard {
        var card = self
        (card.state, card.connectedAt, card.badges) = (text, 0, [])
        (card.canEnd, card.canAddToContacts, card.actions, card.missing) = (false, false, [], [])
        return card
    }

    package init(_ call: CallRecord, in registry: Registry, unenforced: Set<String> = []) {
        self.call = call.uuid
        (title, subtitle, app) = (call.title, call.subtitle, call.appLine)
        (provider, handle, avatarName) = (call.provider, call.handle, call.avatarName)
        state = call.stateText
        connectedAt = call.isConnected || call.state == .ending ? call.connectedAt : 0
        isHeld = call.state == .held
        isRinging = call.isUnanswered
        badges = CallBadge.badges(of: call, in: registry, unenforced: unenforced)
        canEnd = call.allows(.endCall)
        canAddToContacts =
            call.handle != .none && call.properties[.relation]?.string == "" && !call.flag(.emergency)
            && !call.isUnanswered
        if isRinging {
            answers = registry.answers(to: call)
            canSilence = !call.isSilenced
            explainAnswers(call, registry)
        }
    }

    private mutating func explainAnswers(_ call: CallRecord, _ registry: Registry) {
        func miss(_ button: CallButton, _ obstacle: String) {
            missing.append(Missing(label: button.label, obstacle: obstacle))
        }
        if answers.isEmpty {
            miss(.answer, call.answerObstacle)
        } else if answers == [.endAndAnswer], let talk = registry.talk(besides: call) {
            miss(.holdAndAnswer, talk.makingRoomObstacle)
        }
        if !canEnd { miss(.decline, call.endObstacle) }
        if !canSilence { miss(.silence, Catalogue.text("The call is silenced already.")) }
    }

    /// Adds a button, or the reason why it is not there.
    mutating func offer(_ action: Action, unless obstacle: String) {
        if obstacle.isEmpty {
            actions.append(action)
        } else {
            missing.append(Missing(label: action.label, obstacle: obstacle))
        }
    }
}

extension CallCard {
    /// The time of the call, or its state while it has none.
    package func status(now: UInt64) -> String {
        guard connectedAt > 0 else { return state }
        let time = CallTime.text(from: connectedAt, to: now)
        return isHeld ? state + " · " + time : time
    }

    /// What a screen reader says of the call as a whole.
    package var summary: String {
        let caller = [title.isolated, app].filter { !$0.isEmpty }.joined(separator: " ")
        return isRinging ? Catalogue.text("Incoming call from %s", parts: caller) : "\(caller), \(state)"
    }

    /// Which keys answer, where the answer is a button.
    package var hint: String {
        isRinging && !answers.isEmpty ? Catalogue.text("Control Return answers") : ""
    }

    /// The state where only the time is shown, for screen readers; empty where the status says it.
    package var stateBesideTime: String { connectedAt > 0 && !isHeld ? state : "" }
}

extension CallCard.Action {
    package var label: String { look.label }
    /// A name of the icon theme.
    package var icon: String { look.icon }

    private var look: (label: String, icon: String) {
        switch self {
        case .resume: (Catalogue.text("Resume"), "media-playback-start-symbolic")
        case .swap: (Catalogue.text("Swap"), "object-flip-vertical-symbolic")
        case .leave: (Catalogue.text("Talk Privately"), "system-log-out-symbolic")
        case .end: (Catalogue.text("End"), "call-stop-symbolic")
        }
    }
}

/// A fact about a call that the user should see beside its state.
package enum CallBadge: String, CaseIterable, Sendable {
    case emergency
    case muted
    /// It waits until another call has made way.
    case waiting
    /// The other side has put the call on hold.
    case remoteOnHold
    /// The call is muted or on hold, and only its app can silence it.
    case trusted
    /// The call is muted, and nothing can silence it.
    case heard
    case encrypted
    case video

    /// The badges of a call, in their order. `unenforced` is the agent's list of calls that it cannot silence.
    package static func badges(of call: CallRecord, in registry: Registry, unenforced: Set<String>) -> [CallBadge] {
        let isUnenforced = unenforced.contains(call.uuid)
        let isHeard =
            isUnenforced && call.isMuted && call.state != .held && call.properties[.supportsMuting]?.bool == false
        return allCases.filter { badge in
            switch badge {
            case .emergency: call.flag(.emergency)
            case .muted: call.isMuted
            case .waiting: isWaiting(call, registry)
            case .remoteOnHold: call.flag(.remoteOnHold)
            case .trusted: isUnenforced && (call.isMuted || call.state == .held) && !isHeard
            case .heard: isHeard
            case .encrypted: call.flag(.encrypted)
            case .video: call.flag(.hasVideo)
            }
        }
    }

    /// Whether an accepted action waits until the call that has the audio has made way.
    private static func isWaiting(_ call: CallRecord, _ registry: Registry) -> Bool {
        guard !call.hasAudio, [.startCall, .answerCall, .setHeld].contains(call.pendingAction.word) else {
            return false
        }
        return registry.calls.values.contains { $0.hasAudio && $0.group != call.group }
    }

    package var text: String { look.text }
    /// A name of the icon theme.
    package var icon: String { look.icon }

    private var look: (text: String, icon: String) {
        switch self {
        case .emergency: (Catalogue.text("Emergency call"), "dialog-warning-symbolic")
        case .muted: (Catalogue.text("Your microphone is muted"), "microphone-disabled-symbolic")
        case .waiting: (Catalogue.text("Waits for another call"), "content-loading-symbolic")
        case .remoteOnHold: (Catalogue.text("The other side put you on hold"), "media-playback-pause-symbolic")
        case .trusted: (Catalogue.text("Silence depends on the app"), "dialog-information-symbolic")
        case .heard: (Catalogue.text("The other side may hear you"), "dialog-information-symbolic")
        case .encrypted: (Catalogue.text("Encrypted"), "channel-secure-symbolic")
        case .video: (Catalogue.text("Video call"), "camera-web-symbolic")
        }
    }
}
