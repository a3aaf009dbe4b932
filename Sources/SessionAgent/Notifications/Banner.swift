// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// What a notification of a call says, before it is known how a server shows it.
struct Banner: Hashable {
    /// Which of the specification's categories it has.
    enum Kind: String {
        case incoming = "call.incoming"
        case ongoing = "call.ongoing"
        case unanswered = "call.unanswered"
    }

    /// What a button does.
    enum Button: String {
        case answer, decline, silence
        case holdAndAnswer = "hold-and-answer"
        case endAndAnswer = "end-and-answer"
        case end, mute, unmute, hold, resume, swap
        case callBack = "call-back"
    }

    /// A click that a notification answers to.
    enum Click {
        case left, middle
    }

    /// Who speaks, to the server.
    static let desktopEntry = "org.monkeycall.Agent"

    let kind: Kind
    /// Who it is: a name, a number or an address; empty = unknown, or not to be said.
    let party: String
    /// The number or address behind the name; empty = none, or it is the party.
    let address: String
    /// The app's name for people.
    let app: String
    /// The screen is locked, and is not to say who it is.
    let hidesParty: Bool
    var icon: BannerIcon
    /// It wants the user's attention now. One call at a time does: GNOME shows a second critical notification only after
    /// the first has gone.
    var isUrgent = false
    /// It was shown before, and comes again without a word.
    var isQuiet = false
    /// The app that is to call back could not be started.
    var wantsApp = false
    /// It is dialed or answered, and nobody can talk yet.
    var isConnecting = false
    var isMuted = false
    var isHeld = false
    /// Nobody can see to it that it is muted or held.
    var isTrusted = false
    var buttons: [Button]

    /// How a call is to be shown; nil = not at all.
    init?(_ call: CallRecord, in state: DesktopState) {
        let allowed = Set(call.allowedActions)
        switch call.state {
        case "incoming" where call.isUnanswered:
            kind = .incoming
            buttons = Self.answers(to: call, allowed, in: state)
        case "incoming", "dialing", "connecting", "active", "held":
            kind = .ongoing
            isConnecting = !["active", "held"].contains(call.state)
            buttons = Self.controls(of: call, allowed, in: state)
        default: return nil
        }
        hidesParty = state.hidesParties
        (party, address, app) = Self.people(call, in: state)
        icon = Self.icon(state.provider(of: call)?.icon ?? "")
        isMuted = call.isMuted
        isHeld = call.state == "held"
        isTrusted = state.unenforced.contains(call.uuid) && (isMuted || isHeld)
        isUrgent = call.uuid == Self.mostUrgent(of: state.calls)?.uuid
    }

    /// A call that nobody has answered.
    init(missed: MissedCall, in state: DesktopState) {
        kind = .unanswered
        hidesParty = state.hidesParties
        (party, address, app) = Self.people(missed.call, in: state)
        icon = Self.icon(missed.icon)
        wantsApp = missed.hasFailed && state.provider(of: missed.call) == nil
        buttons = missed.call.handle == .none || state.isLocked ? [] : [.callBack]
    }

    /// The last one that rings, or else the last one that was silenced.
    private static func mostUrgent(of calls: [CallRecord]) -> CallRecord? {
        calls.last { $0.isUnanswered && !$0.isSilenced } ?? calls.last { $0.isUnanswered }
    }

    private static func people(
        _ call: CallRecord, in state: DesktopState
    ) -> (party: String, address: String, app: String) {
        if state.hidesParties { return ("", "", call.providerName) }
        let (name, value) = (call.callerName.isBlank ? "" : call.callerName, call.handle.value)
        return (name.isEmpty ? value : name, name.isEmpty ? "" : value, call.providerName)
    }

    /// Without one, servers show a sign of their own: a warning for what is critical.
    private static func icon(_ name: String) -> BannerIcon { .themed(name.isEmpty ? "call-start" : name) }

    private static func answers(to call: CallRecord, _ allowed: Set<String>, in state: DesktopState) -> [Button] {
        var buttons: [Button] = []
        if allowed.contains("answer-call") {
            switch state.calls.first(where: { $0.hasAudio && $0.uuid != call.uuid }) {
            case nil: buttons = [.answer]
            case .some(let other):
                // Who cannot be held is ended by an answer, so that is what the button says.
                buttons = other.allowedActions.contains("set-held") ? [.holdAndAnswer, .endAndAnswer] : [.endAndAnswer]
            }
        }
        if allowed.contains("end-call") { buttons.append(.decline) }
        if !call.isSilenced { buttons.append(.silence) }
        return buttons
    }

    private static func controls(of call: CallRecord, _ allowed: Set<String>, in state: DesktopState) -> [Button] {
        var buttons: [Button] = []
        if allowed.contains("end-call") { buttons.append(.end) }
        if call.state != "held", allowed.contains("set-muted") { buttons.append(call.isMuted ? .unmute : .mute) }
        if allowed.contains("set-held") {
            let isOther = state.calls.contains { $0.group != call.group && ["active", "held"].contains($0.state) }
            buttons.append(isOther ? .swap : call.state == "held" ? .resume : .hold)
        }
        return buttons
    }
}
