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
    package let state: String
    /// When the time of the call began, in microseconds since the Unix epoch; 0 shows the state in place of a time.
    package let connectedAt: UInt64
    package let isHeld: Bool
    package let isRinging: Bool
    package let badges: [CallBadge]
    /// The buttons of a call that rings.
    package var answers: [CallButton] = []
    package var canSilence = false
    package var canEnd: Bool
    /// The buttons of a call that is not in front.
    package private(set) var actions: [Action] = []
    package private(set) var missing: [Missing] = []
    /// The user may want to keep the number, but first decides whether to answer.
    package let canAddToContacts: Bool

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

    /// The state where only the time is shown, for screen readers; empty where the status says it.
    package var stateBesideTime: String { connectedAt > 0 && !isHeld ? state : "" }
}

extension CallCard.Action {
    package var label: String {
        switch self {
        case .resume: Catalogue.text("Resume")
        case .swap: Catalogue.text("Swap")
        case .leave: Catalogue.text("Talk Privately")
        case .end: Catalogue.text("End")
        }
    }

    /// A name of the icon theme.
    package var icon: String {
        switch self {
        case .resume: "media-playback-start-symbolic"
        case .swap: "object-flip-vertical-symbolic"
        case .leave: "system-log-out-symbolic"
        case .end: "call-stop-symbolic"
        }
    }
}
