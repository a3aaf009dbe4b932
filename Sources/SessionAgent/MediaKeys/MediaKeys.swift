// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// The media keys of keyboards and of Bluetooth headsets answer the call that rings: while it rings, the agent is a media player,
/// because desktops send these keys to media players (MPRIS) and to no other program.
package final class MediaKeys: Neighbour {
    static let name = MPRIS.prefix + "monkeycall"

    private let session: BusConnection
    private let service: CallServiceClient
    private let log: (String) -> Void
    private var state = DesktopState()
    /// Whether the agent is a media player now.
    private var isPlayer = false
    /// The signals of the other players. Nil while the agent is no player, so that they do not wake it up.
    private var signals: BusSlot?
    /// The players after whose pause the agent came again as a player.
    private var silent: Set<String> = []
    /// More players than this do not play at once.
    private static let limit = 16

    package init(_ session: BusConnection, _ service: CallServiceClient, log: @escaping (String) -> Void) {
        (self.session, self.service, self.log) = (session, service, log)
    }

    /// Exports the object, which does nothing until a call rings.
    package func begin() throws(BusError) {
        let finder = ObjectFinder<Void>(on: session) { (path, _) throws(BusError) in path == MPRIS.path ? () : nil }
        let player = MediaKeyInterface.player { [unowned self] (key, call) throws(BusError) in try press(key, call) }
        try session.export(
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
        silent = []
        signals = try? session.onSignal(
            path: MPRIS.path, interface: StandardInterface.properties, member: "PropertiesChanged"
        ) { [unowned self] in otherChanged($0) }
        take()
    }

    private func disappear() {
        signals = nil
        release()
    }

    /// Desktops keep sending the keys to a player that plays. When it no longer plays, they choose the player that came last: so the
    /// agent comes again. Once for each player, because playerctld copies the changes of players, and follows the agent too.
    private func otherChanged(_ signal: Message) {
        guard let (_, properties, _) = try? signal.read(String.self, [String: Variant].self, [String].self),
            let status = properties[MPRIS.playbackStatus]?.string, status != MPRIS.Playback.playing.rawValue,
            properties[MPRIS.metadata]?.dictionary?[MPRIS.trackID] != .path(MediaKeyInterface.trackID),
            silent.count < Self.limit, silent.insert(signal.sender).inserted
        else { return }
        release()
        take()
    }

    /// Waits in the queue of the bus, because the agent that was the primary shell before may still have the name.
    private func take() { ask("RequestName", Self.name, UInt32(0)) }

    private func release() { ask("ReleaseName", Self.name) }

    /// The bus handles the requests in their order, so no reply matters.
    private func ask<each Argument: BusValue>(_ member: String, _ arguments: repeat each Argument) {
        do throws(BusError) {
            try session.callAsync(.bus(member), repeat each arguments) { [log] reply in
                if case .failure(let error) = reply { log("\(member) of \(Self.name): \(error.message)") }
            }
        } catch {
            log("\(member) of \(Self.name): \(error.message)")
        }
    }

    // MARK: Keys

    private func press(_ key: MediaKey, _ call: MethodCall) throws(BusError) {
        guard try call.peer().isOutsideSandbox else {
            throw .accessDenied("An app in a sandbox cannot answer or decline calls by media keys.")
        }
        guard let effect = key.effect(in: state) else { return }
        service.request(effect.button.actions(on: effect.call, in: state))
    }
}
