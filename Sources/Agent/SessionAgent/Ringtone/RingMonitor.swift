// SPDX-License-Identifier: MIT

import CallInterface
import PulseAudio
import SDBus

/// Follows the streams of the agent's own ring at the sound server: whether it is heard, and how loud it is.
///
/// A server gives a new stream the volume that it remembers. So it remembers the low volume between two rings that
/// become louder: no ring begins with a loud moment. The journal says that, until a ring without this setting has had
/// its volume.
final class RingMonitor {
    private let server: SoundServerConnection
    private let loop: EventLoop
    private let journal: Journal
    private var check = RingCheck()
    private var level: RingLevel?
    private var timer: Timer?
    /// Until the server has remembered a volume.
    private var reminder: (timer: Timer?, release: () -> Void)?
    /// The server remembers a volume that is too low for rings that do not become louder.
    private var remembersLow: Bool
    private var told: (problem: AgentProblem?, isMuted: Bool) = (nil, false)
    /// Gets why the last ring was not heard, and whether the user has muted the present one.
    var changed: (AgentProblem?, Bool) -> Void = { _, _ in }
    /// What the settings say. It counts from the next ring on.
    var plan = RingLevel.Plan()

    init(_ server: SoundServerConnection, _ loop: EventLoop, _ journal: Journal) {
        (self.server, self.loop, self.journal) = (server, loop, journal)
        remembersLow = !journal.read().isEmpty
    }

    /// The agent begins or ends to play the sound of calls that ring. Streams matter only as long as it does.
    func follow(rings: Bool) {
        if rings, level == nil {
            level = RingLevel(plan, isForced: remembersLow, now: SystemClock.monotonic)
        } else if !rings, let old = level {
            level = nil
            ended(old)
        }
        server.followStreams(rings, for: self)
        look()
    }

    /// The server shows something else, or time has passed.
    func look() {
        let now = SystemClock.monotonic
        let present: RingCheck.Server =
            server.state.map { .state($0) } ?? (server.isAbsent ? RingCheck.Server.none : .unknown)
        check.look(at: present, rings: level != nil, now: now)
        if let operations = server.state.flatMap({ level?.look(at: $0, now: now) }), !operations.isEmpty {
            // Before the server remembers it.
            if level?.plan.fadeIn != 0 { note(isLow: true) }
            for operation in operations { server.perform(operation) }
        }
        let deadlines = [check.deadline, level?.deadline(after: now)].compactMap { $0 }
        timer = deadlines.min().flatMap { deadline in
            loop.timer(after: max(deadline, now) - now) { [unowned self] in look() }
        }
        let news = (problem: check.obstacle?.problem, isMuted: check.isMuted)
        guard news != told else { return }
        told = news
        changed(news.problem, news.isMuted)
    }

    // MARK: What the server remembers

    private func ended(_ ring: RingLevel) {
        if ring.isUsers || ring.plan.fadeIn == 0 && ring.hasActed {
            note(isLow: false)
        } else if ring.plan.fadeIn > 0, ring.hasActed {
            remember(ring.plan.first)
        }
    }

    private func note(isLow: Bool) {
        guard isLow != remembersLow else { return }
        remembersLow = isLow
        journal.write(isLow ? [["low"]] : [])
    }

    private func remember(_ level: UInt32) {
        let properties = RingIdentity.program.merging(RingIdentity.stream) { $1 }
        server.remember(.playbackVolume([level, level]), of: properties) { [unowned self] release in
            reminder?.release()
            // Also a busy server stores it within this time.
            let timer = loop.timer(after: 1_000_000) { [unowned self] in
                reminder = nil
                release()
            }
            reminder = (timer, release)
        }
    }
}
