// SPDX-License-Identifier: MIT

package import CallClient
import CallInterface
import ConfigurationText
import SDBus

/// All calls as the window shows them at one moment: one call or conference in front, those that ring, and the others.
package struct CallScreen: Hashable, Sendable {
    /// The call in front; nil if there is no call.
    package var front: CallCard?
    /// The members of the conference in front; empty for a single call.
    package var members: [CallCard] = []
    /// The calls that ring, without the one in front.
    package var ringing: [CallCard] = []
    /// The calls on hold, and those that another call has displaced.
    package var others: [CallCard] = []
    /// The controls of the call in front; empty while it rings.
    package var controls: [ControlState] = []
    /// What happened to the call in front without the user, in a sentence; empty if there is nothing to tell.
    package var reason = ""
    /// Why some controls are not possible or not there, a line for each.
    package var obstacles: [String] = []
    /// Why the red button ends nothing; empty if it does.
    package var endObstacle = ""
    /// Several calls ring, and one press can decline them.
    package var canDeclineAll = false
    package private(set) var kind = Kind.calls

    /// What is in front.
    package enum Kind: Hashable, Sendable {
        case calls
        /// A request of the user. The other apps that could make the call are there if this one does not answer.
        case pending(others: [PhoneLine])
        /// A call that is over.
        case ended
        /// Calls as they were when the service went away. Nothing can be done with them until it is back.
        case away
    }

    /// `unenforced` is the agent's list of the calls that it cannot silence. `isAway`: the service does not run, and
    /// the calls are those of before.
    package init(
        _ registry: Registry, _ audio: AudioRecord, unenforced: Set<String> = [], news: CallNews = CallNews(),
        isAway: Bool = false, at now: UInt64 = 0
    ) {
        let calls = registry.callsInOrder.filter { $0.state != .ended }
        guard let front = Self.front(of: calls) else { return }
        func card(_ call: CallRecord) -> CallCard { CallCard(call, in: registry, unenforced: unenforced) }
        let group = calls.filter { $0.group == front.group && !$0.group.isEmpty && !$0.isUnanswered }
        self.front = card(front)
        if group.count > 1 {
            members = group.map { member in
                var card = card(member)
                card.offer(.leave, unless: member.leaveObstacle)
                card.offer(.end, unless: member.endObstacle)
                return card
            }
        }
        ringing = calls.filter { $0.isUnanswered && $0.uuid != front.uuid }.map(card)
        let rest = calls.filter { call in !call.isUnanswered && call.uuid != front.uuid && !group.contains(call) }
        others = rest.map { Self.other(card($0), $0, registry, isOnly: rest.count == 1) }
        let possible = front.isUnanswered ? [] : ControlState.controls(of: front, in: registry, audio)
        controls = possible.filter(\.isShown)
        if callsToEnd.isEmpty { endObstacle = front.endObstacle }
        explain(possible)
        reason = news.text(of: front.uuid, at: now)
        canDeclineAll = calls.count { $0.isUnanswered && $0.allows(.endCall) } > 1
        if isAway {
            kind = .away
            reason = Catalogue.text(
                "MonkeyCall is starting again. Your call goes on in %s.", front.providerName.alone)
            // GTK 4.8 does not tell a screen reader that the parent of a control is off.
            for place in controls.indices { controls[place].turnOff(reason) }
            endObstacle = reason
        }
    }

    /// The user's request in front of all calls.
    package init(
        _ pending: WantedCall, _ registry: Registry, unenforced: Set<String> = [], at now: UInt64
    ) {
        let calls = registry.callsInOrder.filter { $0.state != .ended }
        func card(_ call: CallRecord) -> CallCard { CallCard(call, in: registry, unenforced: unenforced) }
        front = CallCard(pending: pending, in: registry, at: now)
        ringing = calls.filter(\.isUnanswered).map(card)
        others = calls.filter { !$0.isUnanswered }.map { Self.other(card($0), $0, registry, isOnly: false) }
        var lines: [PhoneLine] = []
        if pending.isUnanswered(at: now), let attempt = pending.attempt, let type = attempt.request.handle.type.word {
            lines = PhoneLine.able(type, registry).filter { $0.provider != attempt.provider }
        }
        kind = .pending(others: lines)
    }

    /// A call that is over, for a moment.
    package init(ended card: CallCard, _ text: String) {
        front = card.ended(text)
        kind = .ended
    }

    /// The call that has the audio, or else one that is being connected, the newest on hold, or the first that rings. A
    /// call that rings later takes no place of buttons that the user is about to press. The agent's order
    /// (`ShownCall.Importance`) is another one on purpose: a notification or a lock screen shows a new call first,
    /// because it asks for an answer.
    private static func front(of calls: [CallRecord]) -> CallRecord? {
        let answered = calls.filter { !$0.isUnanswered }
        return answered.first { $0.hasAudio } ?? answered.last { !$0.isConnected && $0.state != .ending }
            ?? answered.last { $0.state == .active } ?? answered.last { $0.state == .held } ?? answered.last
            ?? calls.first { !$0.isSilenced } ?? calls.first
    }

    /// With one other call, the control *Swap* changes to it.
    private static func other(
        _ card: CallCard, _ call: CallRecord, _ registry: Registry, isOnly: Bool
    ) -> CallCard {
        var card = card
        switch registry.holdButton(of: call) {
        case .swap where registry.calls.values.contains { $0.hasAudio }: if !isOnly { card.offer(.swap, unless: "") }
        case .swap, .resume: if call.state == .held { card.offer(.resume, unless: "") }
        default: card.offer(.swap, unless: call.holdObstacle)
        }
        card.offer(.end, unless: call.endObstacle)
        return card
    }

    /// Collects why some controls are not possible. A call that rings has only those that answer and decline it.
    private mutating func explain(_ controls: [ControlState]) {
        obstacles = controls.filter { !$0.isPossible }.map { "\($0.action): \($0.obstacle)" }
        obstacles += front?.missing.map { "\($0.label): \($0.obstacle)" } ?? []
        if members.isEmpty, !endObstacle.isEmpty, front?.isRinging == false {
            obstacles.append("\(CallCard.Action.end.label): \(endObstacle)")
        }
        for card in ringing + members + others {
            obstacles += card.missing.map { "\($0.label): \(card.title.line): \($0.obstacle)" }
        }
    }
}

extension CallScreen {
    /// What the conference in front is called; empty for a single call.
    package var conferenceTitle: String {
        members.isEmpty ? "" : Catalogue.text("Conference of %s", String(members.count))
    }

    /// The user's request is in front, and the red button cancels it.
    package var isPending: Bool {
        switch kind {
        case .pending: true
        case .calls, .ended, .away: false
        }
    }

    /// The service is away: nothing can be done with the calls.
    package var isAway: Bool { kind == .away }

    /// The ids of the calls that the red button ends.
    package var callsToEnd: [String] {
        guard let front, kind == .calls else { return [] }
        return members.isEmpty ? (front.canEnd ? [front.call] : []) : members.filter(\.canEnd).map(\.call)
    }

    /// The ids of the calls that *Decline All* refuses.
    package var callsToDecline: [String] {
        ([front].compactMap { $0 } + ringing).filter { $0.isRinging && $0.canEnd }.map(\.call)
    }

    /// Whether a time is shown, which changes every second.
    package var showsTime: Bool {
        ([front].compactMap { $0 } + members + others).contains { $0.connectedAt > 0 }
    }
}

/// The pages of the main window, in their order.
package enum CallWindowPage: String, CaseIterable, Sendable {
    case recents, favourites, contacts, keypad

    package var title: String { look.title }
    /// A name of the icon theme of GNOME, which is a dependency.
    package var icon: String { look.icon }

    private var look: (title: String, icon: String) {
        switch self {
        case .recents: (Catalogue.text("Recents"), "document-open-recent-symbolic")
        case .favourites: (Catalogue.text("Favourites"), "starred-symbolic")
        case .contacts: (Catalogue.text("Contacts"), "avatar-default-symbolic")
        case .keypad: (Catalogue.text("Keypad"), "input-dialpad-symbolic")
        }
    }
}
