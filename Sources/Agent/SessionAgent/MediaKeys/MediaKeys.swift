// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
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
    /// The programs that have looked at the player. One of them sends the keys.
    private var viewers: Set<String> = []
    /// The players that no longer play.
    private var silent: Set<String> = []
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
        let finder = ObjectFinder<Void>(on: bus) { [unowned self] (path, sender) throws(BusError) in
            guard path == MPRIS.path else { return nil }
            if try bus.peer(sender).isOutsideSandbox { looked(sender) }
            return ()
        }
        let player = MediaKeyInterface.player { [unowned self] key in press(key) }
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
        do throws(BusError) {
            try bus.callAsync(.bus(member), repeat each arguments) { [log] reply in
                if case .failure(let error) = reply {
                    log("the bus refuses a request", error, ["member": member.text, "name": Self.name])
                }
            }
        } catch {
            log("cannot send a request to the bus", error, ["member": member.text, "name": Self.name])
        }
    }

    // MARK: Being chosen

    /// A program that looks at the player may be the one that sends the keys. It gets the reply first.
    private func looked(_ sender: String) {
        guard isPlayer, viewers.count < Self.limit, viewers.insert(sender).inserted else { return }
        loop.deferred { [unowned self] in attract(sender) }
    }

    /// Desktops keep sending the keys to a player that plays, so the agent comes to the front when it no longer does.
    /// Once for each player, because playerctld copies the signals of players, also of this one.
    private func otherChanged(_ player: String, _ signal: Message) {
        guard let (_, properties, _) = try? signal.read(String.self, [String: Variant].self, [String].self),
            let status = properties[MPRIS.playbackStatus.text]?.string, status != MPRIS.Playback.playing.rawValue,
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

    private func press(_ key: MediaKey) {
        guard let effect = key.effect(in: state) else { return }
        service.press(effect.button, of: effect.call, in: state)
    }
}
