// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallLinks
import ConfigurationText
import Glibc
import SDBus

/// The content of a call's notification, independent of the server that shows it.
struct Banner: Hashable {
    enum Kind {
        case incoming, ongoing, unanswered
        /// The rest of the calls of an app that has too many.
        case more
        /// A link asks for a call, or its call failed.
        case link
        /// A sandboxed app rings that the user has not decided about.
        case app

        /// The category of the specification.
        var category: String {
            switch self {
            case .incoming: "call.incoming"
            case .ongoing: "call.ongoing"
            case .unanswered: "call.unanswered"
            case .more, .link, .app: "call"
            }
        }
    }

    enum Button: Hashable {
        /// Acts on a call.
        case call(CallButton)
        case callBack, block
        /// Answers to the question about a link.
        case placeCall, cancel
        /// Answers to the question about an app.
        case allowApp, refuseApp
        /// Plays these tones to the other side.
        case playTones(String)

        /// A question about a link or an app ends when the screen is locked, so it has its buttons in any case.
        func isAllowed(by rules: SurfaceRules) -> Bool {
            switch self {
            case .call(let button): rules.allows(button)
            case .callBack, .block, .placeCall, .cancel, .allowApp, .refuseApp, .playTones: rules.allowsMore
            }
        }
    }

    /// A missed call that shares its notification with others.
    struct Earlier: Hashable {
        let call: String
        let party: String
    }

    /// The click that a notification reacts to.
    enum Click {
        case left, middle
    }

    /// The sender of the notification, for the server.
    static let desktopEntry = "org.monkeycall.Agent"
    /// The icon of MonkeyCall.
    private static let productIcon = productIcon(in: Installation.share)
    /// A click beside the buttons, which must not answer a call by mistake.
    static let open = "open"

    let kind: Kind
    /// The other side: a name, a number or an address; empty if unknown or hidden.
    private(set) var party = ""
    /// The number or address if `party` is a name; or else empty.
    private(set) var address = ""
    /// The app's name for people.
    private(set) var app = ""
    /// The screen is locked and must not show the other side.
    private(set) var hidesParty = false
    var icon = Self.icon("")
    /// The picture of the other side. The portal gets none: it refuses larger ones together with their notification.
    var picture: IconFile?
    /// The call wants the user's attention now. Only one call at a time may: GNOME shows a second critical notification
    /// only after the first has gone.
    var isUrgent = false
    /// The notification was shown before, and comes back without attracting attention.
    var isQuiet = false
    /// Why nothing called back when the user asked for it.
    private(set) var failure: CallFailure?
    /// The user has blocked the other side by this notification.
    private(set) var isBlocked = false
    /// The user wanted to block the other side, and the directory did not.
    private(set) var isNotBlocked = false
    /// The call is dialed or answered, and has not connected yet.
    var isConnecting = false
    var isMuted = false
    var isHeld = false
    /// The agent cannot silence the muted or held call, and relies on its app.
    var isTrusted = false
    /// The agent cannot silence the muted call, and its app cannot do it either.
    var isHeard = false
    /// When the call was missed, and why it did not ring, in the user's language; empty for any other notification.
    private(set) var missedAt = ""
    /// The missed calls that share the notification, the oldest first; empty for any other notification.
    var earlier: [Earlier] = []
    /// How many calls the notification is about, if it is about the rest of those of an app.
    private(set) var count = 0
    /// A click beside the buttons opens the window for calls.
    var opensWindow = false
    /// nil for the notification of a call.
    var question: CallQuestion?
    /// nil for any other notification.
    private(set) var appQuestion: AppQuestion?
    var buttons: [Button] = []

    /// Nil for a call that is not shown. `canBlock`: the user has a directory, which can block the other side.
    init?(_ call: CallRecord, in state: DesktopState, canBlock: Bool) {
        switch call.state.word {
        case .incoming where call.isUnanswered:
            kind = .incoming
            buttons = Self.answers(to: call, in: state, canBlock: canBlock)
        case .incoming, .dialing, .connecting, .active, .held:
            kind = .ongoing
            isConnecting = !call.isConnected
            buttons = Self.controls(of: call, in: state)
        case .ending, .ended, nil: return nil
        }
        hidesParty = !state.rules.showsParties
        let other = state.rules.party(of: call)
        (party, address, app) = (other.name, other.address, other.app)
        icon = Self.icon(state.provider(of: call)?.icon ?? "")
        isMuted = call.isMuted
        isHeld = call.state == .held
        let isUnenforced = state.unenforced.contains(call.uuid)
        isHeard = isUnenforced && isMuted && !isHeld && call.properties[.supportsMuting]?.bool == false
        isTrusted = isUnenforced && (isMuted || isHeld) && !isHeard
        isUrgent = call.uuid == state.index.mostUrgent
        buttons.removeAll { !$0.isAllowed(by: state.rules) }
    }

    /// `canBlock`: the user has a directory, which can block the other side.
    init(missed: MissedCall, in state: DesktopState, canBlock: Bool, at now: UInt64 = SystemClock.realtime) {
        kind = .unanswered
        missedAt = missed.words(at: now)
        hidesParty = !state.rules.showsParties
        let other = state.rules.party(of: missed.call)
        (party, address, app) = (other.name, other.address, other.app)
        icon = Self.icon(missed.icon)
        // An app that runs by now can be asked again.
        failure = missed.failure == .noApp && state.provider(of: missed.call) != nil ? nil : missed.failure
        buttons = missed.call.handle == .none ? [] : [.callBack]
        if canBlock, Self.isStranger(missed.call) { buttons.append(.block) }
        buttons.removeAll { !$0.isAllowed(by: state.rules) }
    }

    /// One notification for several missed calls. It never attracts attention: the newest missed calls have their own.
    init(earlier missed: [MissedCall], in state: DesktopState) {
        kind = .unanswered
        isQuiet = true
        hidesParty = !state.rules.showsParties
        earlier = missed.map { Earlier(call: $0.call.uuid, party: state.rules.party(of: $0.call).name) }
    }

    /// One notification for the rest of the calls of an app that has too many. It never attracts attention.
    init(_ more: MoreCalls) {
        kind = .more
        (app, count) = (more.name, more.count)
        isQuiet = true
    }

    /// It is not urgent: a page could show one above everything else.
    init(_ question: CallQuestion) {
        kind = .link
        let name = question.name.isBlank ? "" : question.name
        (party, address) = name.isEmpty ? (question.address, "") : (name, question.address)
        self.question = question
        if question.stage == .asked { buttons = [.placeCall, .cancel] }
    }

    /// It is not urgent: an app must not cover the controls of calls.
    init(_ question: AppQuestion) {
        kind = .app
        (appQuestion, buttons) = (question, [.allowApp, .refuseApp])
    }

    /// Whether it answers a press of the user, and so attracts attention also when it comes back.
    var isAnswer: Bool { failure != nil || isBlocked || isNotBlocked }

    /// Sets how far the request to block the other side has come. A blocked caller is not called back.
    mutating func apply(_ block: CallerBlocks.Progress?) {
        (isBlocked, isNotBlocked) = (block == .done, block == .failed)
        if isBlocked { buttons.removeAll { $0 == .block || $0 == .callBack } }
    }

    /// A program that is not installed has no icon, and a server would show that one is missing.
    static func productIcon(in share: String) -> String {
        let name = "org.monkeycall.Phone"
        return access("\(share)/icons/hicolor/scalable/apps/\(name).svg", R_OK) == 0 ? name : "call-start"
    }

    /// Without an icon, servers show one of their own, such as a warning for a critical notification.
    private static func icon(_ name: String) -> BannerIcon {
        .themed(name.isEmpty || !Limits().allowsThemedName(name) ? productIcon : name)
    }

    /// Whether the call has Block if a directory runs. No person blocks a contact in a hurry, or an emergency service.
    /// A call without a known relation may be of a contact.
    private static func isStranger(_ call: CallRecord) -> Bool {
        call.handle != .none && call.properties[.relation]?.string == "" && !call.flag(.emergency)
    }

    /// From left to right, as in the window: the button that refuses, and the one that answers last. A server may show
    /// only the first three, so Silence comes behind two answers, and Block behind all others.
    private static func answers(to call: CallRecord, in state: DesktopState, canBlock: Bool) -> [Button] {
        let answers = call.answers(besides: state.index.talk(besides: call))
        let decline: [CallButton] = call.allows(.endCall) ? [.decline] : []
        let silence: [CallButton] = call.isSilenced ? [] : [.silence]
        let buttons = decline + (answers.count > 1 ? answers + silence : silence + answers)
        let block: [Button] = canBlock && isStranger(call) && call.allows(.endCall) ? [.block] : []
        return buttons.map { .call($0) } + block
    }

    /// End comes first, where Decline was: a second press on an answer must not end the call.
    private static func controls(of call: CallRecord, in state: DesktopState) -> [Button] {
        let end: CallButton? = call.allows(.endCall) ? .end : nil
        let hold = call.holdButton(hasOther: state.index.hasOther(than: call))
        var buttons = [end, call.muteButton, hold].compactMap { $0.map { Button.call($0) } }
        let tones = call.state == .active && call.allows(.playDTMF) ? call.text(.postDial) : ""
        // A server may show only the first three.
        if !tones.isEmpty { buttons.insert(.playTones(tones), at: end == nil ? 0 : 1) }
        return buttons
    }
}

/// A call that a link asks for, as the user sees it before it is dialed.
struct CallQuestion: Hashable {
    /// The id of its notification.
    let id: String
    let link: CallLink
    /// The name in the user's address book; empty = none. Apps and pages cannot choose it.
    var name = ""
    /// The number or address for people.
    var address: String
    /// The providers that the directory proposes for the call, before the user's default.
    var providers: [String] = []
    var stage = Stage.asked

    /// What the directory knows of the party.
    mutating func identify(_ caller: [String: Variant]) {
        name = caller.text(.displayName)
        providers = caller[.providers]?.strings ?? []
        if let formatted = caller[.formatted]?.string, !formatted.isEmpty { address = formatted }
    }

    enum Stage: Hashable {
        case asked
        /// The user agreed, and no app makes the call.
        case failed(CallFailure)
    }
}
