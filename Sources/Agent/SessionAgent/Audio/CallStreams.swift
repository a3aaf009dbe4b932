// SPDX-License-Identifier: MIT

import CallClient
import Glibc
package import PulseAudio
package import SDBus

/// Sets the streams at the sound server for calls: other streams are quieter during a call, an app with only muted
/// or held calls has a muted microphone, and an app with only held calls is not heard.
///
/// The streams of the app with the call do not change. The app itself must set their role (`phone`), because no server
/// lets a client change another client's properties.
package final class CallStreams: Neighbour {
    private let server: SoundServerConnection
    private let loop: EventLoop
    private let journal: Journal
    private let log: Log
    private let report: CallReport

    /// This agent changes or restores streams.
    private var isActive = false
    private var isElsewhere = false
    private var isInCall = false
    private var desired = DesiredStreams(DesktopState())
    private var owners = StreamOwners()
    private var ledger = StreamLedger()
    private var isServerThere = false
    /// The calls that the agent cannot silence at present.
    private var unsilenced: Set<String> = []
    private var reportTimer: Timer?
    private var pauses: [Int: Timer] = [:]

    /// `report` gets the muted or held calls that the agent cannot silence, after every change.
    package init(
        _ server: SoundServerConnection, _ loop: EventLoop, _ journal: Journal, log: Log,
        report: @escaping (Set<String>) -> Void
    ) {
        (self.server, self.loop, self.journal) = (server, loop, journal)
        (self.log, self.report) = (log, CallReport(loop, report))
        server.onChange { [unowned self] in update() }
    }

    package func follow(_ state: DesktopState) {
        // Another shell is primary and does not know the changes of this agent: restore the streams.
        guard !state.isElsewhere || isActive else { return }
        if !isActive { ledger.streams = journal.read().compactMap { AlteredStream($0) } }
        (isActive, isElsewhere) = (true, state.isElsewhere)
        let new = DesiredStreams(isElsewhere ? DesktopState() : state)
        // A call is a reason to look for a missing server again.
        if !isInCall, state.isInCall { server.tryAgain() }
        (isInCall, desired) = (state.isInCall, new)
        update()
    }

    /// There is nothing to change and nothing to restore.
    private var isIdle: Bool { desired.isEmpty && ledger.streams.isEmpty }

    private func update() {
        guard isActive else { return }
        if isServerThere != (server.state != nil) {
            isServerThere.toggle()
            ledger.forgetQuestions()
        }
        stopIfIdle()
        // The streams were requested.
        guard !isIdle, let state = server.state, var streams = state.streams else {
            return setUnsilenced(desired.silencedCalls)
        }
        streams.playback = streams.playback.filter { $0.value.client != state.ownClient }
        streams.recording = streams.recording.filter { $0.value.client != state.ownClient }
        let decision = desired.decide(state, owners.owners(in: state), ownProcess: UInt32(getpid()))
        let before = ledger
        let steps = ledger.update(desired, decision, streams)
        if ledger.streams.map(\.record) != before.streams.map(\.record), !write() {
            // Without a journal nothing could be restored: change nothing.
            ledger = before
            return setUnsilenced(desired.silencedCalls)
        }
        for step in steps { perform(step) }
        stopIfIdle()
        setUnsilenced(decision.uncertain.union(unmuted(decision, streams)))
    }

    private func stopIfIdle() {
        server.followStreams(!isIdle, for: self)
        if isIdle, isElsewhere { isActive = false }
    }

    private func write() -> Bool {
        let isWritten = journal.write(ledger.streams.map(\.record))
        if !isWritten { log("other sound does not change during calls, because the agent cannot write its journal") }
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

    /// Runs `action` when also a busy server has remembered the volumes.
    private func later(_ action: @escaping () -> Void) {
        let id = (pauses.keys.max() ?? 0) + 1
        pauses[id] = loop.timer(after: 1_000_000) { [unowned self] in
            pauses[id] = nil
            action()
        }
    }

    /// A program that hangs plays on unchanged although the server has agreed: ask again later.
    private func answered(_ altered: AlteredStream, _ isDone: Bool, isShown: Bool) {
        guard isShown || !isDone else { return later { [unowned self] in answered(altered, false, isShown: false) } }
        ledger.answered(altered, isDone)
        update()
    }

    // MARK: Calls that the agent cannot silence

    /// The calls with a microphone that should be muted and is not.
    private func unmuted(
        _ decision: DesiredStreams.Decision, _ streams: SoundServerState.Streams
    ) -> Set<String> {
        let apps = decision.muted.filter { streams.recording[$0.key]?.isMuted == false }.reduce(into: Set<String>()) {
            $0.formUnion($1.value)
        }
        return Set(desired.silenced.filter { apps.contains($0.party.name) }.flatMap(\.calls))
    }

    /// The server needs a moment for a request, so the agent reports a call only after that time.
    private func setUnsilenced(_ calls: Set<String>) {
        unsilenced = calls
        report.send(report.calls.intersection(calls))
        guard !calls.isSubset(of: report.calls) else { return reportTimer = nil }
        guard reportTimer == nil else { return }
        reportTimer = loop.timer(after: 1_000_000) { [unowned self] in
            reportTimer = nil
            report.send(unsilenced)
        }
    }
}

/// Reports calls after each change of them.
final class CallReport {
    /// Those that were reported last.
    private(set) var calls: Set<String> = []
    private let loop: EventLoop
    private let body: (Set<String>) -> Void

    init(_ loop: EventLoop, _ body: @escaping (Set<String>) -> Void) { (self.loop, self.body) = (loop, body) }

    func send(_ new: Set<String>) {
        guard new != calls else { return }
        calls = new
        // Not while the agent passes the state to its neighbours.
        loop.deferred { [unowned self] in body(calls) }
    }
}
