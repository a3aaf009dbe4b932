// SPDX-License-Identifier: MIT

import CallClient
package import CallInterface
import CallLinks
package import SDBus

/// `org.monkeycall.Agent` on the session bus: whether there are calls, without their callers, and do-not-disturb.
package final class AgentObject: Neighbour {
    private let bus: BusConnection
    private let service: CallServiceClient
    private let doNotDisturb: DoNotDisturb
    private let questions: CallQuestions
    private lazy var table = interface()
    private var facts = AgentFacts()
    /// The programs outside a sandbox that have read the properties. A broadcast would tell apps in sandboxes the ids
    /// of calls and the names of devices.
    private let readers: Subscribers
    private let log: Log

    package init(
        _ bus: BusConnection, _ service: CallServiceClient, _ doNotDisturb: DoNotDisturb,
        _ questions: CallQuestions, log: Log
    ) {
        (self.bus, self.service, self.doNotDisturb, self.log) = (bus, service, doNotDisturb, log)
        self.questions = questions
        readers = Subscribers(bus, limit: 256, ended: .subscriptionEnded(AgentName.path, AgentName.interface))
    }

    /// Exports the object. Of several agents in a session the last one has the name, because it is the one that acts.
    package func begin() throws(BusError) {
        let finder = ObjectFinder<AgentFacts>(on: bus) { [unowned self] (path, sender) throws(BusError) in
            path == AgentName.path ? try facts(for: sender) : nil
        }
        try bus.export(under: AgentName.path, nodes: { _, _ in [] }, [ExportedInterface(table, finder) { $0 }])
        try bus.shareName(AgentName.bus) { [doNotDisturb] in doNotDisturb.reload() }
    }

    private func facts(for reader: String) throws(BusError) -> AgentFacts {
        guard try bus.peer(reader).isOutsideSandbox else { return facts.forSandboxes }
        // Of too many readers the last ones must read again to learn what a broadcast withholds.
        try? readers.add(reader)
        return facts
    }

    package func follow(_ state: DesktopState) {
        show {
            $0.presence = state.presence
            $0.isPrimary = state.isPrimary
            $0.unenforced = state.unenforced
        }
    }

    /// Do-not-disturb has changed. The properties show it when the service acts on it.
    package func update() {
        service.afterRequests { [unowned self] in
            show {
                $0.quietReason = doNotDisturb.reason
                $0.quietUntil = doNotDisturb.until
            }
        }
    }

    /// Logs once when the problem begins, and once when it ends.
    package func report(_ problem: AgentProblem, _ isThere: Bool) {
        guard facts.problems.contains(problem) != isThere else { return }
        log(isThere ? problem.beginning : problem.end)
        show { _ = isThere ? $0.problems.insert(problem).memberAfterInsert : $0.problems.remove(problem) }
    }

    /// The agent reads the level of the microphone, or does no longer.
    package func show(readsMicrophone: Bool) { show { $0.readsMicrophone = readsMicrophone } }

    /// The headsets whose buttons the agent answers.
    package func show(headsets: [String]) { show { $0.headsets = headsets } }

    /// The sound server has these outputs: their names, and their names for people.
    package func show(outputs: [String: String]) { show { $0.outputs = outputs } }

    private func show(_ change: (inout AgentFacts) -> Void) {
        let before = facts
        change(&facts)
        guard facts != before else { return }
        bus.announce(table, from: before.forSandboxes, to: facts.forSandboxes, path: AgentName.path)
        var old = facts
        (old.unenforced, old.headsets, old.outputs) = (before.unenforced, before.headsets, before.outputs)
        readers.announce(table, from: old, to: facts, path: AgentName.path)
    }

    // MARK: The interface

    /// The interface of `dbus/org.monkeycall.Agent.xml`.
    func interface() -> Interface<AgentFacts> {
        Interface(
            AgentName.interface,
            refusal: "An app in a sandbox cannot refuse the calls of other apps. Ask the user to do it.",
            [
                .property(.inCall) { $0.presence.isInCall },
                .property(.ringing) { $0.presence.isRinging },
                .property(.doNotDisturb) { $0.quietReason != nil },
                .property(.doNotDisturbReason) { $0.quietReason?.rawValue ?? "" },
                .property(.doNotDisturbUntil) { $0.quietUntil },
                .property(.unenforced) { $0.unenforced.sorted() },
                .property(.lamp) { $0.lamp.map(\.rawValue) },
                .property(.readsMicrophone) { $0.readsMicrophone },
                .property(.headsets) { $0.headsets },
                .property(.problems) { $0.problems.map(\.rawValue).sorted() },
                .property(.outputs) { $0.outputs },
                .property(.primary) { $0.isPrimary },
                .signal(SignalName.subscriptionEnded.member),
                .deferredMethod(
                    AgentName.setDoNotDisturb, for: .user, takes: ("on", Bool.self), ("until", UInt64.self)
                ) { [unowned self] (_, _, reply, isOn, until) throws(BusError) in
                    try doNotDisturb.set(isOn, until: until)
                    service.afterRequests { reply.succeed() }
                },
                .deferredMethod(
                    AgentName.confirmCall, takes: ("link", String.self), ("options", [String: Variant].self)
                ) { [unowned self] (_, call, reply, link, options) throws(BusError) in
                    let isFromHeadset = try Options(options).bool(.headset) ?? false
                    try ask(Self.parse(link), for: call.peer(), isFromHeadset: isFromHeadset, reply)
                },
            ])
    }

    /// An app in a sandbox, or a process that may have left one, learns nothing of the user's desktop.
    private func ask(_ link: CallLink, for peer: Peer, isFromHeadset: Bool, _ reply: PendingReply<>) {
        guard peer.isOutsideSandbox else {
            reply.succeed()
            return questions.ask(link, for: peer) { _ in }
        }
        if isFromHeadset {
            questions.dial(link, for: peer) { $0.complete(reply) }
        } else {
            questions.ask(link, for: peer) { $0.complete(reply) }
        }
    }

    private static func parse(_ text: String) throws(BusError) -> CallLink {
        do throws(CallLinkError) { return try CallLink(text) } catch { throw .invalidArgs(error.message + ".") }
    }
}

/// The values of the properties of `org.monkeycall.Agent`.
struct AgentFacts: Hashable {
    var presence = CallPresence()
    var quietReason: QuietReason?
    var quietUntil: UInt64 = 0
    var unenforced: Set<String> = []
    var problems: Set<AgentProblem> = []
    var isPrimary = false
    var readsMicrophone = false
    var headsets: [String] = []
    var outputs: [String: String] = [:]

    /// The states that hold, the most important one first.
    var lamp: [LampState] { LampState.allCases.filter { $0.holds(presence, isQuiet: quietReason != nil) } }

    /// What an app in a sandbox sees: no ids of calls, and no names of devices.
    var forSandboxes: AgentFacts {
        var facts = self
        (facts.unenforced, facts.headsets, facts.outputs) = ([], [], [:])
        return facts
    }
}

/// Sentences for the log.
extension AgentProblem {
    /// Why a ring is not heard.
    package static let unheard: [AgentProblem] = [.noSoundDevice, .ringMuted, .ringDeviceMuted]

    var beginning: StaticString {
        switch self {
        case .noNotificationServer:
            "calls ring but are not shown, because no notification server is running; start one, for example dunst or mako"
        case .soundFails:
            "the sound of a call hangs or crashes the process that plays it, so calls ring with another sound"
        case .noSoundDevice:
            "calls ring without a sound, because there is no sound server, or it has no device; start one, for example PipeWire"
        case .ringMuted:
            "calls ring without a sound, because MonkeyCall is muted or at volume 0 in the mixer; turn it up there while a call rings"
        case .ringDeviceMuted:
            "calls ring without a sound, because the device that rings is muted or at volume 0; turn it up, or set Device= in [Ringing]"
        case .notificationsHidden:
            "calls ring but have no notification, because the notification server hides all of them; end its do-not-disturb"
        }
    }

    var end: StaticString {
        switch self {
        case .noNotificationServer: "calls are shown, because a notification server is running now"
        case .soundFails: "the sounds of calls play"
        case .noSoundDevice: "there is a device for the sounds of calls"
        case .ringMuted, .ringDeviceMuted: "the sounds of calls can be heard"
        case .notificationsHidden: "the notification server shows calls"
        }
    }
}

/// A word of `Lamp`. The cases are in order of importance: a lamp with one light shows the first one that holds.
enum LampState: String, CaseIterable {
    case ringing
    case muted
    case inCall = "in-call"
    case held
    case doNotDisturb = "do-not-disturb"

    func holds(_ presence: CallPresence, isQuiet: Bool) -> Bool {
        switch self {
        case .ringing: presence.hasUnanswered
        case .muted: presence.isMuted
        case .inCall: presence.isTalking
        case .held: presence.isHeld
        case .doNotDisturb: isQuiet
        }
    }
}
