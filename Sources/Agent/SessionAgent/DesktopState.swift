// SPDX-License-Identifier: MIT

package import AgentSettings
package import CallClient
import CallInterface
import ConfigurationText
import PulseAudio

/// Everything that decides what a person sees and hears. It is empty while another shell is the primary one.
package struct DesktopState: Hashable {
    package var registry: Registry {
        get { known }
        // No observer, which an initializer would not call.
        set { (known, index) = (newValue, CallIndex(newValue)) }
    }
    private var known = Registry()
    /// What follows from the registry.
    private(set) var index = CallIndex(Registry())
    package var audio = AudioRecord()
    /// Another shell is the primary one, or it is not known yet which one is. Then this state does not show the calls.
    package var isElsewhere = false
    /// This shell is the primary one.
    package var isPrimary = false
    /// Whether there are calls, whichever shell is primary.
    package var presence = CallPresence()
    package var settings = Settings()
    /// Do-not-disturb is on: the service refuses or silences calls.
    package var isQuiet = false
    /// The screen is locked: another person may see it.
    package var isLocked = false
    /// The desktop's own setting keeps the contents of notifications from a locked screen.
    package var desktopHidesDetails = false
    /// The present ring cannot be heard, because the user has muted it or its device.
    package var isRingMuted = false
    /// The notification server shows nothing while its do-not-disturb is on.
    package var hidesNotifications = false
    /// The muted or held calls that the agent cannot silence at the sound server. It relies on their apps, if they can
    /// do it.
    package var unenforced: Set<String> = []

    /// The calls in order of their beginning.
    package var calls: [CallRecord] { index.calls }

    /// There are calls, and another shell is the primary one. After the last call each neighbour undoes its own
    /// changes, because the other shell does not know them.
    package var callsAreElsewhere: Bool { isElsewhere && presence != CallPresence() }

    /// Whether a call rings, dials or talks, so that the desktop must stay awake.
    package var isInCall: Bool { !registry.calls.isEmpty }

    /// Whether a call rings aloud, or is announced by a tone.
    package var isRinging: Bool { audio.alert == .ring || audio.alert == .callWaiting }

    /// Whether a call has the microphone and the speaker.
    package var hasAudio: Bool { !audio.ownerCalls.isEmpty || !talking.isEmpty }

    /// Whether the user talks: a call has the audio, or a call that the service only observes goes on.
    package var isTalking: Bool { hasAudio || !index.observed.isEmpty }

    /// Whether the service refuses calls that the user wants to see later.
    package var refusesCalls: Bool { isQuiet || isTalking && settings.whileInCall == .busy }

    /// The calls that have the audio, in order of their beginning.
    var talking: [CallRecord] { index.talking }

    /// What surfaces may show of calls, and do with them.
    package var rules: SurfaceRules {
        SurfaceRules(isLocked: isLocked, settings, desktopHidesDetails: desktopHidesDetails)
    }

    /// The calls that a press may be for.
    var pressable: PressableCalls { PressableCalls(calls, talking: talking, rules) }

    /// The provider of a call.
    package func provider(of call: CallRecord) -> ProviderRecord? {
        index.provider(call.provider)?.record
    }
}

/// A part of the desktop that follows the state. It gets the whole state after every change, compares it with what it
/// has done, and does the rest. It needs no history, so a restarted agent continues where the killed one stopped.
package protocol Neighbour: AnyObject {
    func follow(_ state: DesktopState)
}

/// What the neighbours ask about all calls, found once for each change: the work for one event must not grow with the
/// square of the calls.
struct CallIndex: Hashable {
    /// More calls of one app than this are too many to act on one by one.
    static let mostOfOneApp = 20

    /// In order of their beginning.
    let calls: [CallRecord]
    /// Those that surfaces show one by one, in order of their beginning.
    let shown: [CallRecord]
    /// The rest of the calls of each app that has too many.
    let more: [MoreCalls]
    /// Those with microphone and speaker, in order of their beginning.
    let talking: [CallRecord]
    /// Those that the service only observes, and in which the user talks.
    let observed: [CallRecord]
    /// The shown call that wants the user's attention most.
    let mostUrgent: String?
    private let byID: [String: CallRecord]
    private let connectedGroups: Set<String>
    private let providers: [String: (path: String, record: ProviderRecord)]

    init(_ registry: Registry) {
        calls = registry.callsInOrder
        byID = Dictionary(calls.map { ($0.uuid, $0) }) { first, _ in first }
        talking = calls.filter(\.hasAudio)
        observed = calls.filter { call in
            call.isObserved && (call.state == .dialing || call.state == .connecting || call.state == .active)
        }
        connectedGroups = Set(calls.filter(\.isConnected).map(\.group))
        providers = Dictionary(registry.providers.map { ($1.identifier, ($0, $1)) }) { first, _ in first }
        (shown, more) = Self.choice(of: calls, providers.mapValues { $0.record.app })
        mostUrgent =
            (shown.last { $0.isUnanswered && !$0.isSilenced } ?? shown.last { $0.isUnanswered })?.uuid
    }

    func call(_ uuid: String) -> CallRecord? { byID[uuid] }

    func provider(_ identifier: String) -> (path: String, record: ProviderRecord)? { providers[identifier] }

    /// Another call that has the audio.
    func talk(besides call: CallRecord) -> CallRecord? { talking.first { $0.uuid != call.uuid } }

    /// Whether a call of another group is connected.
    func hasOther(than call: CallRecord) -> Bool {
        connectedGroups.count > (connectedGroups.contains(call.group) ? 1 : 0)
    }

    /// The first calls of each app, those before others that the user has answered or made. A new call so displaces
    /// none, and a flood of one app does not take the attention from another app's call.
    private static func choice(
        of calls: [CallRecord], _ apps: [String: String]
    ) -> (shown: [CallRecord], more: [MoreCalls]) {
        let present = calls.filter { $0.state.word.map { $0 != .ending && $0 != .ended } ?? false }
        // An app may have several providers.
        let all = Dictionary(grouping: present) { call in apps[call.provider] ?? call.provider }
        var hidden: Set<String> = []
        var more: [MoreCalls] = []
        for (app, calls) in all where calls.count > mostOfOneApp {
            let others = (calls.filter { !$0.isUnanswered } + calls.filter(\.isUnanswered)).dropFirst(mostOfOneApp)
            hidden.formUnion(others.map(\.uuid))
            more.append(MoreCalls(app: app, name: calls[0].providerName, count: others.count))
        }
        return (present.filter { !hidden.contains($0.uuid) }, more.sorted { $0.app < $1.app })
    }

    /// Everything follows from the registry, which the state compares.
    static func == (a: CallIndex, b: CallIndex) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// The calls of an app that has too many, without those that are shown one by one.
struct MoreCalls: Hashable {
    /// As ``ProviderRecord`` tells it.
    let app: String
    /// The app's name for people.
    let name: String
    let count: Int

    /// The id of their notification.
    var id: String { "more-calls-of-" + app }
}

extension ProviderRecord {
    /// What counts as one app, whatever the number of its providers: its sandbox, else its systemd unit, else its
    /// process. The service divides its memory in the same way.
    var app: String {
        if !appID.isEmpty { return "app " + appID }
        if StreamOwner.isOfOneApp(unit) { return "unit " + unit }
        return processID == 0 ? identifier : "process \(processID)"
    }
}

extension SurfaceRules {
    /// `desktopHidesDetails`: the desktop's own setting keeps the contents of notifications from a locked screen.
    package init(isLocked: Bool, _ settings: Settings, desktopHidesDetails: Bool) {
        let showsParties =
            switch settings.showCallerWhenLocked {
            case .yes: true
            case .no: !isLocked
            case .desktop: !isLocked || !desktopHidesDetails
            }
        self.init(
            isLocked: isLocked, showsParties: showsParties, answers: !isLocked || settings.answerWhenLocked)
    }

    /// The other side of a call, and its app, as far as a surface shows them.
    package func party(of call: CallRecord) -> CallParty {
        guard showsParties else { return CallParty(name: "", address: "", app: call.providerName) }
        let (name, value) = (call.callerName.isBlank ? "" : call.callerName, call.address)
        return CallParty(
            name: name.isEmpty ? value : name, address: name.isEmpty ? "" : value, app: call.providerName)
    }
}

/// The other side of a call, and its app. Each text is one of an app or of the address book: never markup.
package struct CallParty: Hashable {
    /// A name, a number or an address; empty if unknown or hidden.
    package let name: String
    /// The number or address if `name` is a name; empty in all other cases.
    package let address: String
    /// The app's name for people.
    package let app: String
}
