// SPDX-License-Identifier: MIT

import AgentSettings
import CallInterface
import ConfigurationText
import Glibc
import ProgramStart
import PulseAudio
import SDBus
import SessionAgent

/// The desktop of the agent: its buses, its sound server, all neighbours that follow the calls, and their answers to
/// the agent.
final class Desktop {
    private let agent: Agent
    private let notifications: CallNotifications
    private let ringer: Ringer
    private let notice: SettingsNotice
    private let lock: LockMonitor
    private let privacy: LockScreenPrivacy
    private let doNotDisturb: DoNotDisturb
    private let object: AgentObject
    private let calls: CallsObject
    private let gnomeCalls: GnomeCallsObject
    private let callAudio: CallAudioObject
    private let mediaKeys: MediaKeys
    private let sound: SoundServerConnection
    private let routes: CallRoutes
    /// All parts that follow the calls, in the order in which they do.
    private let neighbours: [any Neighbour]
    /// The connections with names.
    private let exported: [BusConnection]
    /// What calls that wait for their turn, and replies and signals that are not read, may take in all on each of them,
    /// in bytes.
    private static let mostBytes = 4 << 20

    /// `login` is the login session; nil for no particular one.
    init(_ agent: Agent, _ service: CallServiceClient, _ loop: EventLoop, login: String?, log: Log) throws(BusError) {
        // Without a name, so that no sandbox may talk to it: the agent listens on it to notification servers and other
        // programs.
        let session = try Self.sessionBus(loop)
        // Without a system bus there is no logind.
        let system = try? BusConnection(.system, description: "monkeycall-agent", loop: loop)
        self.agent = agent
        let window = CallWindow(session)
        notifications = CallNotifications(session, service, loop, window, log: log)
        sound = SoundServerConnection(loop, as: "MonkeyCall", icon: "org.monkeycall.Phone", log: log)
        ringer = Ringer(service, session: session, sound, loop, log: log)
        let inhibitor = SleepInhibitor(session: session, system: system, log: log)
        notice = SettingsNotice(session, log: log)
        lock = LockMonitor(session: session, system: system, id: login)
        privacy = LockScreenPrivacy(session, loop, log: log)
        doNotDisturb = DoNotDisturb(session, service, loop, log: log)
        let questions = CallQuestions(session, service, loop, notifications)
        // A proxy of a sandbox opens connections, not names. So each name has a connection of its own, with its
        // interfaces only.
        exported = try (0..<4).map { (_) throws(BusError) in try Self.sessionBus(loop) }
        let own = exported[0]
        object = AgentObject(own, service, doNotDisturb, questions, log: log)
        calls = CallsObject(own, service)
        gnomeCalls = GnomeCallsObject(exported[1], service, log: log)
        callAudio = CallAudioObject(exported[2], service, log: log)
        let headsets = Headsets(service, loop, log: log) { [object] in object.show(headsets: $0) }
        let mediaKeys = MediaKeys(exported[3], others: session, service, loop, log: log)
        self.mediaKeys = mediaKeys
        let players = MediaPlayers(session, loop, Journal("players"), log: log) { [unowned mediaKeys] in
            mediaKeys.sent($0)
        }
        let shortcuts = DesktopShortcuts(service, log: log) { () throws(BusError) in try Self.sessionBus(loop) }
        routes = CallRoutes(sound, service, loop, Journal("routes"), log: log)
        let streams = CallStreams(sound, loop, Journal("streams"), log: log) { agent.unsilenced = $0 }
        let microphone = CallMicrophone(sound, service, loop, Journal(lasting: "microphone"), log: log) {
            agent.heard = $0
        }
        let opener = WindowOpener(window) { [object] in object.report(.notificationsHidden, $0) }
        let speech = MutedSpeech(sound, session: session, loop, log: log) { [object] in
            object.show(readsMicrophone: $0)
        }
        neighbours = [
            doNotDisturb, notifications, questions, AppQuestions(service, notifications), ringer, players, inhibitor,
            object, calls, gnomeCalls, callAudio,
            headsets, mediaKeys, shortcuts, routes, streams, microphone, speech, opener,
            AutoAnswer(service, sound, loop, log: log),
            Hooks(session, loop, folder: UserSettings.path(of: "hooks"), log: log),
        ]
    }

    /// A new connection.
    private static func sessionBus(_ loop: EventLoop) throws(BusError) -> BusConnection {
        try loop.connection(to: .session, of: "monkeycall-agent")
    }

    func begin(_ file: SettingsFile?) throws(BusError) {
        file?.begin { [agent, notice, unowned file] fault in
            notice.show(fault)
            if let file { agent.settings = file.settings }
        }
        try privacy.begin { [agent] in agent.desktopHidesDetails = $0 }
        try lock.begin { [agent] in agent.isLocked = $0 }
        try doNotDisturb.begin { [agent, doNotDisturb, object] in
            agent.isQuiet = doNotDisturb.reason != nil
            agent.hidesNotifications = doNotDisturb.hidesNotifications
            object.update()
        }
        try notifications.begin { [object] in object.report(.noNotificationServer, $0) }
        try ringer.begin(
            failing: { [object] in object.report(.soundFails, $0) },
            unheard: { [agent, object] problem, isMuted in
                for known in AgentProblem.unheard { object.report(known, known == problem) }
                agent.isRingMuted = isMuted
            })
        try calls.begin()
        try object.begin()
        try gnomeCalls.begin()
        try callAudio.begin()
        try mediaKeys.begin()
        for connection in exported {
            try connection.serve(waitingBytes: Self.mostBytes, unreadBytes: Self.mostBytes, unanswered: 32)
        }
        // With DISPLAY libpulse would wait for the X server to learn the sound server's address, and could even start
        // one.
        unsetenv("DISPLAY")
        // While a server starts again, calls stay muted: the user would not notice that the service unmutes them.
        sound.onChange { [agent, object, unowned sound] in
            if sound.state != nil { agent.mutesStreams = true }
            let sinks = sound.state.map { Array($0.sinks.values) } ?? []
            object.show(outputs: Dictionary(sinks.map { ($0.name, $0.description) }) { $1 })
        }
        sound.begin()
        routes.begin { [agent] in agent.set($0) }
        try agent.begin(neighbours)
    }
}
