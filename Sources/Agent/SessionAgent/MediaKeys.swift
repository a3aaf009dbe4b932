// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
import ConfigurationText
package import SDBus

/// The media keys of keyboards and of Bluetooth headsets answer the call that rings: while it rings, the agent is a
/// media player, because desktops send these keys to media players (MPRIS) and to no other program.
package final class MediaKeys: Neighbour {
    static let name = MPRIS.prefix + "monkeycall"

    /// Only the player is exported there: every program may talk to a media player.
    private let bus: BusConnection
    /// The agent hears their signals only while it is a player, so that they do not wake it up.
    private let players: RemoteNames
    private let service: CallServiceClient
    private let loop: EventLoop
    private let log: Log
    private var state = DesktopState()
    /// Whether the agent is a media player now.
    private var isPlayer = false
    /// The programs that have read what the player plays. One of them sends the keys.
    private var viewers: Set<String> = []
    /// The players that no longer play.
    private var silent: Set<String> = []
    private var echo = PlayerEcho()
    /// More programs than this have no interest in a player, and no more play at once.
    private static let limit = 32

    package init(
        _ bus: BusConnection, others: BusConnection, _ service: CallServiceClient, _ loop: EventLoop, log: Log
    ) {
        (self.bus, self.service, self.loop, self.log) = (bus, service, loop, log)
        players = RemoteNames(below: MPRIS.names, on: others)
    }

    /// Exports the object, which does nothing until a call rings.
    package func begin() throws(BusError) {
        let finder = ObjectFinder<String>(on: bus) { [unowned self] (path, sender) throws(BusError) in
            guard path == MPRIS.path else { return nil }
            return try bus.peer(sender).isOutsideSandbox ? sender : ""
        }
        let player = MediaKeyInterface.player(
            looked: { [unowned self] viewer in looked(viewer) }, pressed: { [unowned self] in press($0, by: $1) })
        try bus.export(
            under: MPRIS.path, nodes: { _, _ in [] },
            [ExportedInterface(MediaKeyInterface.root, finder) { $0 }, ExportedInterface(player, finder) { $0 }])
    }

    package func follow(_ state: DesktopState) {
        self.state = state
        guard state.takesMediaKeys != isPlayer else { return }
        isPlayer = state.takesMediaKeys
        if isPlayer { appear() } else { disappear() }
    }

    // MARK: Being a player

    private func appear() {
        (viewers, silent) = ([], [])
        try? players.begin(path: MPRIS.path, interface: StandardInterface.properties, member: "PropertiesChanged") {
            [unowned self] in otherChanged($0, $1)
        }
        // Waits in the queue of the bus, because the agent that was the primary shell before may still have the name.
        ask("RequestName", Self.name, UInt32(0))
    }

    private func disappear() {
        players.end()
        ask("ReleaseName", Self.name)
    }

    /// The bus handles the requests in their order, so no reply matters.
    private func ask<each Argument: BusValue>(_ member: MemberName, _ arguments: repeat each Argument) {
        bus.ask(.bus(member), repeat each arguments) { [log] reply in
            if case .failure(let error) = reply {
                log("the bus refuses a request", error, ["member": member.text, "name": Self.name])
            }
        }
    }

    // MARK: Being chosen

    /// A program that reads what the player plays may be the one that sends the keys. It gets the reply first.
    private func looked(_ sender: String) {
        guard isPlayer, !sender.isEmpty, viewers.count < Self.limit, viewers.insert(sender).inserted else { return }
        loop.deferred { [unowned self] in attract(sender) }
    }

    /// Desktops keep sending the keys to a player that plays, so the agent comes to the front when it no longer does.
    /// Once for each player, because playerctld copies the signals of players, also of this one.
    private func otherChanged(_ player: String, _ signal: Message) {
        guard let changes = PropertyChanges(signal),
            let status = changes.values[MPRIS.playbackStatus.text]?.string, status != MPRIS.Playback.playing.rawValue,
            silent.count < Self.limit, silent.insert(player).inserted
        else { return }
        for viewer in viewers { attract(viewer) }
    }

    /// GNOME and Plasma choose the player that begins to play, and keep it when it is paused and no other one plays. A
    /// program that reads the property never sees a player that plays: see `MediaKeyInterface`.
    private func attract(_ viewer: String) {
        guard isPlayer else { return }
        for playback in [MPRIS.Playback.playing, .paused] {
            bus.signal(.propertiesChanged(MPRIS.path), to: BusName(trusted: viewer)) { (writer) throws(BusError) in
                try writer.append(MPRIS.player.text)
                try writer.append([MPRIS.playbackStatus.text: Variant.string(playback.rawValue)])
                try writer.append([String]())
            }
        }
    }

    // MARK: Keys

    /// The agent has sent this to another player.
    package func sent(_ member: MemberName) { echo.sent(member, at: SystemClock.monotonic) }

    private func press(_ key: MediaKey, by sender: String) {
        guard !echo.reflects(key, at: SystemClock.monotonic) else { return }
        guard let effect = key.effect(in: state, hasLooked: viewers.contains(sender)) else { return }
        service.press(effect.button, of: effect.call, in: state)
    }
}

/// A media key of a keyboard or of a Bluetooth headset, by the method of MPRIS that a desktop calls for it.
enum MediaKey: String, CaseIterable, MemberNaming {
    case playPause = "PlayPause"
    case play = "Play"
    case pause = "Pause"
    case stop = "Stop"
    case next = "Next"
    case previous = "Previous"

    /// What the key means in this state; nil = nothing. A key that arrives after the ringing answers, ends and holds
    /// nothing.
    ///
    /// `hasLooked`: the program that sends it has read what this player plays, as a desktop does that chooses a player
    /// for its keys. A program that has not, such as a script of a screen locker, makes every player silent and does
    /// not mean this one.
    func effect(in state: DesktopState, hasLooked: Bool) -> CallPress.Effect? {
        guard state.takesMediaKeys, hasLooked || !isForAllPlayers else { return nil }
        let press: CallPress
        switch self {
        // A headset with one button sends Play or Pause, depending on what it believes to be playing.
        case .playPause, .play, .pause: press = .answer
        case .stop: press = .decline
        case .next, .previous: return nil
        }
        return press.effects(on: state.pressable).first
    }

    /// Whether a program may send it to every player without looking.
    private var isForAllPlayers: Bool {
        switch self {
        case .pause, .stop: true
        case .playPause, .play, .next, .previous: false
        }
    }
}

/// Programs that keep all players in step repeat at this player what the agent sends to another one. In the moment
/// after that, the same word is no key of the user.
struct PlayerEcho {
    private var times: [String: UInt64] = [:]

    mutating func sent(_ member: MemberName, at now: UInt64) { times[member.text] = now }

    func reflects(_ key: MediaKey, at now: UInt64) -> Bool {
        times[key.rawValue].map { now < $0 + echoTime } ?? false
    }
}

extension DesktopState {
    /// Whether the media keys are for the call that rings, and not for a player.
    var takesMediaKeys: Bool {
        isPrimary && settings.mediaKeys && isRinging && !CallPress.answer.effects(on: pressable).isEmpty
    }
}

/// The two interfaces of a media player that stands for the call that rings. Every program of the session reads the
/// properties, so they never tell who calls. They never change, and the object has them also while it has no name. The
/// node is the unique name of the caller; "" for an app in a sandbox.
enum MediaKeyInterface {
    static var root: Interface<String> {
        Interface(
            MPRIS.root,
            [
                constant("CanQuit", false),
                constant("CanRaise", false),
                constant("HasTrackList", false),
                constant("Identity", "MonkeyCall"),
                constant("DesktopEntry", Banner.desktopEntry),
                constant("SupportedUriSchemes", [String]()),
                constant("SupportedMimeTypes", [String]()),
                .method("Raise") { (_, _) in },
                .method("Quit") { (_, _) in },
            ])
    }

    /// `looked` gets the programs that read what the player plays, and `pressed` the keys with the programs that send
    /// them.
    static func player(
        looked: @escaping (String) -> Void, pressed: @escaping (MediaKey, String) -> Void
    ) -> Interface<String> {
        let keys = MediaKey.allCases.map { key in
            Member<String>.method(key.member, for: .user) { (caller, _) in pressed(key, caller) }
        }
        return Interface(
            MPRIS.player, refusal: "An app in a sandbox cannot answer or decline calls by media keys.",
            keys + others(looked))
    }

    /// The other members that every player has.
    private static func others(_ looked: @escaping (String) -> Void) -> [Member<String>] {
        [
            // A ringing call has no position.
            .method("Seek", takes: ("Offset", Int64.self)) { (_, _, _) in },
            .method("SetPosition", takes: ("TrackId", ObjectPath.self), ("Position", Int64.self)) { (_, _, _, _) in },
            .method("OpenUri", takes: ("Uri", String.self)) { (_, _, _) in },
            .signal("Seeked", [(name: "Position", type: Int64.self)]),
            // Programs pause the players that play, for example KDE Connect when a phone rings. Such a pause must not
            // answer the call, so the player is paused already, and says that it cannot be paused. Desktops send the
            // key in any case.
            .property(MPRIS.playbackStatus, emits: .const) { (caller: String) -> String in
                looked(caller)
                return MPRIS.Playback.paused.rawValue
            },
            constant("CanControl", true),
            constant("CanPlay", true),
            constant("CanPause", false),
            constant("CanGoNext", false),
            constant("CanGoPrevious", false),
            constant("CanSeek", false),
            .property(MPRIS.metadata, emits: .const, comparing: { _ in 0 }) { _ in
                [
                    MPRIS.trackID: Variant.path(ObjectPath(trusted: "/org/monkeycall/IncomingCall")),
                    MPRIS.title: .string(Catalogue.text("Incoming call")),
                ]
            },
            constant("Rate", 1.0),
            constant("MinimumRate", 1.0),
            constant("MaximumRate", 1.0),
            constant("Volume", 1.0),
            constant("Position", Int64(0)),
        ]
    }

    private static func constant<Value: BusValue & Equatable>(_ name: MemberName, _ value: Value) -> Member<String> {
        .property(name, emits: .const) { _ in value }
    }
}

/// The names of the Media Player Remote Interfacing Specification.
enum MPRIS {
    /// The bus name of every player begins with it and a dot.
    static let names: BusName = "org.mpris.MediaPlayer2"
    /// The same with the dot.
    static let prefix = "org.mpris.MediaPlayer2."
    static let path: ObjectPath = "/org/mpris/MediaPlayer2"
    static let root: InterfaceName = "org.mpris.MediaPlayer2"
    static let player: InterfaceName = "org.mpris.MediaPlayer2.Player"
    static let playbackStatus: MemberName = "PlaybackStatus"
    static let metadata: MemberName = "Metadata"
    static let trackID = "mpris:trackid"
    static let title = "xesam:title"

    enum Playback: String {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }
}
