// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
package import SDBus

/// Pauses the playing media players when a call takes the audio, and resumes them after the last call.
///
/// It asks the players when it matters and follows their signals only until they have paused, so that they do not wake
/// the agent up. It writes a player into the journal before it pauses it; the agent that acts after the last call reads
/// the journal.
package final class MediaPlayers: Neighbour {
    /// Another name for a player that the list already has, and the agent itself.
    private static let others: Set<String> = [MPRIS.prefix + "playerctld", MediaKeys.name]

    private let session: BusConnection
    private let journal: Journal
    private let log: Log
    /// Nil at the start.
    private var phase: Phase?
    /// The signals of players that still play after they have answered to the pause.
    private var late: [String: BusSlot] = [:]

    enum Phase: Hashable {
        case free
        /// There are calls, and none needs quiet: paused players stay paused.
        case waiting
        case quiet

        init(_ state: DesktopState) {
            let isWanted =
                switch state.settings.pausePlayers {
                case .never: false
                case .call: state.isTalking
                case .ring: state.isTalking || state.isRinging
                }
            self = isWanted ? .quiet : state.isInCall ? .waiting : .free
        }
    }

    package init(_ session: BusConnection, _ journal: Journal, log: Log) {
        self.session = session
        self.journal = journal
        self.log = log
    }

    package func follow(_ state: DesktopState) {
        // Then the other shell controls the players.
        guard !state.callsAreElsewhere else { return phase = nil }
        let (old, new) = (phase, Phase(state))
        guard new != old else { return }
        phase = new
        switch new {
        case .waiting: break
        case .free: resume()
        // An agent that takes over during a call does not pause players that the user has resumed.
        case .quiet: if old != nil || !isBegun { pause() }
        }
    }

    // MARK: Pausing

    private func pause() {
        // Without a journal nothing could be undone: pause nothing.
        guard write(paused) else { return }
        session.ask(.bus("ListNames")) { [unowned self] reply in
            guard let names = try? reply.get().read([String].self) else { return }
            for name in names where name.hasPrefix(MPRIS.prefix) && !Self.others.contains(name) { pause(name) }
        }
    }

    private func pause(_ name: String) {
        ask(name) { [unowned self] life, status in
            // A slow player may answer after the call.
            guard phase == .quiet, status.playback == MPRIS.Playback.playing.rawValue, status.canPause else { return }
            let player = PausedPlayer(pausing: life.owner, status)
            guard write(paused.filter { $0.name != life.owner } + [player]) else { return }
            send(life, "Pause") { [unowned self] in confirm(player) }
        }
    }

    private func confirm(_ player: PausedPlayer) {
        ask(player.name) { [unowned self] life, status in
            // The call may be over.
            guard phase != .free, paused.contains(player) else { return }
            guard let confirmed = player.confirmed(by: status) else { return waitForChange(of: life, player) }
            late[life.owner] = nil
            write(paused.map { $0 == player ? confirmed : $0 })
        }
    }

    /// A busy player answers before it pauses. Its change may come before its signals are followed, so it is asked once
    /// more.
    private func waitForChange(of life: RemoteLife, _ player: PausedPlayer) {
        guard late[life.owner] == nil else { return }
        late[life.owner] = try? life.onSignal(
            path: MPRIS.path, interface: StandardInterface.properties, member: "PropertiesChanged"
        ) { [unowned self] _ in confirm(player) }
        if late[life.owner] != nil { confirm(player) }
    }

    // MARK: Resuming

    private func resume() {
        late = [:]
        let paused = paused
        if paused.isEmpty { journal.write([]) }
        for player in paused {
            ask(player.name) { [unowned self] life, status in
                // A new call may have begun meanwhile.
                guard phase == .free else { return }
                if player.isUntouched(status) { send(life, "Play") }
                forget(player)
            } failed: { [unowned self] in
                if phase == .free { forget(player) }
            }
        }
    }

    // MARK: The journal

    /// The first record says that pausing has begun, also if no player plays.
    private static let begun = ["begun"]

    private var isBegun: Bool { journal.read().first == Self.begun }

    private var paused: [PausedPlayer] { journal.read().compactMap { PausedPlayer($0) } }

    @discardableResult
    private func write(_ players: [PausedPlayer]) -> Bool {
        let isWritten = journal.write([Self.begun] + players.map(\.record))
        if !isWritten { log("media players are not paused, because the agent cannot write its journal") }
        return isWritten
    }

    private func forget(_ player: PausedPlayer) {
        let rest = paused.filter { $0 != player }
        if rest.isEmpty { journal.write([]) } else { write(rest) }
    }

    // MARK: The players

    /// The answer comes from the unique name. A player may answer late or never; nothing waits for it.
    private func ask(
        _ name: String, _ answered: @escaping (RemoteLife, PlayerStatus) -> Void,
        failed: @escaping () -> Void = {}
    ) {
        let target = CallTarget(BusName(trusted: name), MPRIS.path, StandardInterface.properties, "GetAll")
        session.ask(target, MPRIS.player.text) { [session] reply in
            guard let reply = try? reply.get(), let properties = try? reply.read([String: Variant].self) else {
                return failed()
            }
            answered(RemoteLife(of: reply, on: session), PlayerStatus(properties))
        }
    }

    private func send(_ life: RemoteLife, _ member: MemberName, done: @escaping () -> Void = {}) {
        life.call(MPRIS.path, MPRIS.player, member) { [log] reply in
            switch reply {
            case .success: done()
            case .failure(let error): log("a media player refuses a request", error, ["member": member.text])
            }
        }
    }
}

/// The properties of a media player.
struct PlayerStatus: Hashable {
    /// `Playing`, `Paused` or `Stopped`.
    var playback = ""
    /// The id of the track; empty if unknown.
    var track = ""
    /// In microseconds.
    var position: Int64 = 0
    var canPause = true

    init(_ properties: [String: Variant]) {
        playback = properties[MPRIS.playbackStatus.text]?.string ?? ""
        let metadata = properties[MPRIS.metadata.text]?.dictionary ?? [:]
        // Some players use the same id for all tracks.
        let id = metadata[MPRIS.trackID]
        let parts = [id?.path?.text ?? id?.string, metadata["xesam:url"]?.string, metadata[MPRIS.title]?.string]
        track = parts.compactMap { $0 }.joined(separator: " ")
        if case .int64(let position)? = properties["Position"] { self.position = position }
        canPause = properties["CanPause"]?.bool ?? true
    }
}

/// A player that was paused for a call.
struct PausedPlayer: Hashable {
    /// The unique name; a later player under the same well-known name has another.
    let name: String
    let track: String
    /// Where the player stands since the pause; nil until the player has said that it is paused. A busy player plays on
    /// for a while.
    let position: Int64?

    /// A player that is told to pause now.
    init(pausing name: String, _ status: PlayerStatus) { (self.name, track, position) = (name, status.track, nil) }

    /// The same player after the pause; nil if it does not say that it is paused.
    func confirmed(by status: PlayerStatus) -> PausedPlayer? {
        guard status.playback == MPRIS.Playback.paused.rawValue, status.track == track else { return nil }
        return PausedPlayer(name, track, status.position)
    }

    private init(_ name: String, _ track: String, _ position: Int64?) {
        (self.name, self.track, self.position) = (name, track, position)
    }

    /// Whether the user has left the player alone since the pause: it then has the same position. This needs no
    /// signals, and also works for the next agent. If the pause is not confirmed, it may still come.
    func isUntouched(_ status: PlayerStatus) -> Bool {
        guard status.track == track, let playback = MPRIS.Playback(rawValue: status.playback) else { return false }
        guard let position else { return true }
        let drift = status.position.subtractingReportingOverflow(position)
        return playback == .paused && !drift.overflow && (-500_000...500_000).contains(drift.partialValue)
    }

    // MARK: In the journal

    var record: [String] { [name, track, position.map { String($0) } ?? ""] }

    init?(_ record: [String]) {
        guard record.count == 3 else { return nil }
        self.init(record[0], record[1], Int64(record[2]))
    }
}
