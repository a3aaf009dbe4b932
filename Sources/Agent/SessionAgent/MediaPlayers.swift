// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
package import SDBus

/// Pauses the playing media players when a call takes the audio, and resumes them after the last call, if the user
/// wants that.
///
/// It asks the players when it matters, and follows the signals of those that it has paused, so that the others do not
/// wake the agent up. It writes a player into the journal before it pauses it; the agent that acts after the last call
/// reads the journal.
package final class MediaPlayers: Neighbour {
    private let session: BusConnection
    private let loop: EventLoop
    private let journal: Journal
    private let log: Log
    private let sent: (MemberName) -> Void
    /// Nil at the start.
    private var phase: Phase?
    /// The players that the user wants to be left alone.
    private var left: Set<String> = []
    /// The signals of the paused players, by their unique names.
    private var followed: [String: BusSlot] = [:]
    /// What happens to the paused players after the last call.
    private var resuming = Settings.ResumePlayers.atOnce
    /// They are about to play again.
    private var wait: Timer?

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

    /// `sent` gets each request to a player.
    package init(
        _ session: BusConnection, _ loop: EventLoop, _ journal: Journal, log: Log,
        sent: @escaping (MemberName) -> Void
    ) {
        (self.session, self.loop, self.journal) = (session, loop, journal)
        (self.log, self.sent) = (log, sent)
    }

    package func follow(_ state: DesktopState) {
        left = state.settings.leftPlayers
        // Then the other shell controls the players.
        guard !state.callsAreElsewhere else { return leave() }
        let (old, new) = (phase, Phase(state))
        let isOtherWish = resuming != state.settings.resumePlayers
        resuming = state.settings.resumePlayers
        guard new != old else {
            // The user wants another wait, none, or not to hear them at all.
            if new == .free, isOtherWish, wait != nil { resume() }
            return
        }
        phase = new
        wait = nil
        switch new {
        case .waiting: if old == nil { takeOver() }
        case .free: resume()
        // An agent that takes over during a call does not pause players that the user has resumed.
        case .quiet: if old != nil || !isBegun { pause() } else { takeOver() }
        }
    }

    private func leave() { (phase, followed, wait) = (nil, [:], nil) }

    // MARK: Pausing

    private func pause() {
        // Without a journal nothing could be undone: pause nothing.
        guard write(paused) else { return }
        session.ask(.bus("ListNames")) { [unowned self] reply in
            guard let names = try? reply.get().read([String].self) else { return }
            for name in names where MPRIS.isLocalPlayer(name, except: left) { pause(name) }
        }
    }

    private func pause(_ name: String) {
        ask(name) { [unowned self] life, status in
            guard let request = status.pause else { return }
            life.askProgram { [unowned self] program in
                if !MPRIS.proxies.contains(program ?? "") { pause(life, request) }
            }
        }
    }

    private func pause(_ life: RemoteLife, _ request: MemberName) {
        let player = PausedPlayer(life.owner)
        // A slow player may answer after the call.
        guard phase == .quiet, write(paused.filter { $0.name != life.owner } + [player]) else { return }
        follow(life)
        send(life, request) { [unowned self] in look(at: player.name) }
    }

    /// Follows the players that an earlier agent has paused.
    private func takeOver() {
        for player in paused {
            follow(RemoteLife(player.name, on: session))
            look(at: player.name)
        }
    }

    // MARK: While they are paused

    /// A busy player answers before it pauses, and a person may let it play during the call. Its signals tell both.
    private func follow(_ life: RemoteLife) {
        followed[life.owner] = try? life.onSignal(
            path: MPRIS.path, interface: StandardInterface.properties, member: "PropertiesChanged"
        ) { [unowned self, player = life.owner] in changed(player, $0) }
    }

    private func changed(_ player: String, _ signal: Message) {
        guard let changes = PropertyChanges(signal), changes.interface == MPRIS.player.text else { return }
        let name = MPRIS.playbackStatus.text
        guard changes.values[name] != nil || changes.invalidated.contains(name) else { return }
        // A pause that follows at once must not hide that a person has let it play.
        let status = PlayerStatus(changes.values)
        if status.playback == .playing { see(player, status) }
        look(at: player)
    }

    private func look(at player: String) {
        guard paused.contains(where: { $0.name == player }) else { return }
        ask(player) { [unowned self] _, status in see(player, status) }
    }

    private func see(_ name: String, _ status: PlayerStatus) {
        // After the call `playAgain` decides.
        guard phase == .quiet || phase == .waiting || wait != nil,
            let player = paused.first(where: { $0.name == name })
        else { return }
        let seen = player.seen(status)
        // A person uses it now.
        if seen == nil { followed[name] = nil }
        if seen != player { write(paused.compactMap { $0.name == name ? seen : $0 }) }
    }

    // MARK: Resuming

    private func resume() {
        switch resuming {
        case .atOnce: playAgain()
        case .after where paused.isEmpty: playAgain()
        case .after(let time):
            wait = loop.timer(after: time) { [unowned self] in playAgain() }
            // An earlier agent has paused them.
            if followed.isEmpty { takeOver() }
            if wait == nil { playAgain() }
        case .never:
            (wait, followed) = (nil, [:])
            journal.write([])
        }
    }

    private func playAgain() {
        (wait, followed) = (nil, [:])
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

    private func forget(_ player: PausedPlayer) {
        let rest = paused.filter { $0.name != player.name }
        if rest.isEmpty { journal.write([]) } else { write(rest) }
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
        sent(member)
        life.call(MPRIS.path, MPRIS.player, member) { [log] reply in
            switch reply {
            case .success: done()
            case .failure(let error): log("a media player refuses a request", error, ["member": member.text])
            }
        }
    }
}
