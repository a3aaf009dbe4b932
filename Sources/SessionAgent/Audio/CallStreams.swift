// SPDX-License-Identifier: MIT

import CallClient
import Glibc
package import PulseAudio
package import SDBus

/// The streams at the sound server, as calls want them: others are quieter while a call is heard, and the microphone of an
/// app whose calls are muted or held is mute.
///
/// The streams of the app with the call are left as they are. Their role (`phone`) would be theirs to say: no server lets
/// one client change another's properties.
package final class CallStreams: Neighbour {
    private let server: SoundServerConnection
    private let loop: EventLoop
    private let journal: Journal
    private let log: (String) -> Void
    private let report: (Set<String>) -> Void

    /// It is this agent that alters streams, or puts them back.
    private var isActive = false
    private var isElsewhere = false
    private var wishes = StreamWishes(DesktopState())
    private var owners = StreamOwners()
    private var ledger = StreamLedger()
    private var isServerThere = false
    /// What cannot be told at the moment, and what was said of it.
    private var untold: Set<String> = []
    private var reported: Set<String> = []
    private var reportTimer: Timer?
    private var pauses: [Int: Timer] = [:]

    /// `report` gets the calls whose mute and hold cannot be enforced, whenever that changes.
    package init(
        _ server: SoundServerConnection, _ loop: EventLoop, _ journal: Journal, log: @escaping (String) -> Void,
        report: @escaping (Set<String>) -> Void
    ) {
        (self.server, self.loop, self.journal) = (server, loop, journal)
        (self.log, self.report) = (log, report)
        server.onChange { [unowned self] in update() }
    }

    package func follow(_ state: DesktopState) {
        // Then streams are somebody else's, who does not know what was altered here: it is put back.
        guard !state.isElsewhere || isActive else { return }
        if !isActive { ledger.streams = journal.read().compactMap { AlteredStream($0) } }
        (isActive, isElsewhere) = (true, state.isElsewhere)
        let new = StreamWishes(isElsewhere ? DesktopState() : state)
        // A reason to look for a server that was not there.
        if wishes.isEmpty, !new.isEmpty { server.tryAgain() }
        wishes = new
        update()
    }

    /// Nothing is wanted, and nothing is left to be put back.
    private var isIdle: Bool { wishes.isEmpty && ledger.streams.isEmpty }

    private func update() {
        guard isActive else { return }
        if isServerThere != (server.state != nil) {
            isServerThere.toggle()
            ledger.forgetQuestions()
        }
        restIfIdle()
        // They are asked for.
        guard !isIdle, let state = server.state, let streams = state.streams?.leavingOut(client: state.ownClient) else {
            return tell(wishes.silencedCalls)
        }
        let decision = wishes.decide(state, owners.owners(in: state), ownProcess: UInt32(getpid()))
        let before = ledger
        let steps = ledger.update(wishes, decision, streams)
        if ledger.streams.map(\.record) != before.streams.map(\.record), !write() {
            // What could not be put back later is left alone.
            ledger = before
            return tell(wishes.silencedCalls)
        }
        for step in steps { perform(step) }
        restIfIdle()
        tell(decision.untold.union(unmuted(decision, streams)))
    }

    private func restIfIdle() {
        server.followStreams(!isIdle)
        if isIdle, isElsewhere { isActive = false }
    }

    private func write() -> Bool {
        let isWritten = journal.write(ledger.streams.map(\.record))
        if !isWritten { log("Sound is left as it is, because what is changed cannot be written down") }
        return isWritten
    }

    private func perform(_ step: StreamLedger.Step) {
        switch step {
        case .setVolume(let altered, let levels):
            server.perform(.setPlaybackVolume(altered.index, levels)) { [unowned self] isDone in
                let volume = server.state?.streams?.playback[altered.index]?.volume
                answered(altered, isDone, isShown: volume.map { AlteredStream.areEqual($0, levels) } ?? true)
            }
        case .setMuted(let altered, let isMuted):
            server.perform(.setRecordingMuted(altered.index, isMuted)) { [unowned self] isDone in
                let stream = server.state?.streams?.recording[altered.index]
                answered(altered, isDone, isShown: stream.map { $0.isMuted == isMuted } ?? true)
            }
        case .linger(let altered):
            later { [unowned self] in
                ledger.lingered(altered)
                update()
            }
        case .mend(let altered):
            server.remember(altered.setting, of: altered.identity.properties) { [unowned self] release in
                later { [unowned self] in
                    release()
                    guard isActive else { return }
                    ledger.mended(altered)
                    _ = write()
                    update()
                }
            }
        }
    }

    /// When a server that has much to do has also noted what streams were set to.
    private func later(_ action: @escaping () -> Void) {
        let id = (pauses.keys.max() ?? 0) + 1
        pauses[id] = try? loop.timer(after: 1_000_000) { [unowned self] in
            pauses[id] = nil
            action()
        }
    }

    /// A program that hangs plays on as it did, though the server has agreed: it is asked for again in a while.
    private func answered(_ altered: AlteredStream, _ isDone: Bool, isShown: Bool) {
        guard isShown || !isDone else { return later { [unowned self] in answered(altered, false, isShown: false) } }
        ledger.answered(altered, isDone)
        update()
    }

    // MARK: What cannot be enforced

    /// Calls with a microphone that should be mute and is not.
    private func unmuted(
        _ decision: StreamWishes.Decision, _ streams: SoundServerState.Streams
    ) -> Set<String> {
        let apps = decision.muted.filter { streams.recording[$0.key]?.isMuted == false }.reduce(into: Set<String>()) {
            $0.formUnion($1.value)
        }
        return Set(wishes.silenced.filter { apps.contains($0.provider.identifier) }.flatMap(\.calls))
    }

    /// It takes the server a moment to do what it is asked for, so it is not said before it is certain.
    private func tell(_ calls: Set<String>) {
        untold = calls
        say(reported.intersection(calls))
        guard !calls.isSubset(of: reported) else { return reportTimer = nil }
        guard reportTimer == nil else { return }
        reportTimer = try? loop.timer(after: 1_000_000) { [unowned self] in
            reportTimer = nil
            say(untold)
        }
    }

    private func say(_ calls: Set<String>) {
        guard calls != reported else { return }
        reported = calls
        // Not in the middle of what neighbours are told.
        loop.deferred { [unowned self] in report(reported) }
    }
}

extension SoundServerState.Streams {
    fileprivate func leavingOut(client: UInt32) -> Self {
        var streams = self
        streams.playback = playback.filter { $0.value.client != client }
        streams.recording = recording.filter { $0.value.client != client }
        return streams
    }
}
