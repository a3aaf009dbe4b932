// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
package import CallInterface
import Glibc
package import PulseAudio
package import SDBus

/// Plays the sound of the service's `Alert`.
package final class Ringer: Neighbour {
    private let service: CallServiceClient
    private let players: SoundPlayers
    private let feedback: FeedbackServer
    private let server: SoundServerConnection
    private let monitor: RingMonitor
    /// The names of the present devices.
    private var sinks: Set<String> = []
    private var sound: Sound?
    /// The present ringtone is a file of an app, or the service has not told yet whether it is one.
    private var mayBeFile = false
    /// The devices that ring, as the user has chosen them.
    private var devices: [String] = []
    /// What the user has chosen for apps without a ringtone of their own: a name of the sound theme.
    private var ringtone = Settings.themeRingtone

    /// If feedbackd runs on the session bus, it rings instead of the agent.
    package init(
        _ service: CallServiceClient, session: BusConnection, _ server: SoundServerConnection, _ loop: EventLoop,
        log: Log
    ) {
        self.service = service
        self.server = server
        players = SoundPlayers(loop, log: log) { [unowned server] in !server.isAbsent }
        feedback = FeedbackServer(session, loop, log: log)
        monitor = RingMonitor(server, loop, Journal(lasting: "ring"))
    }

    /// `failing` gets true when a sound hangs or crashes the process that plays it, and false when sounds play again.
    /// `unheard` gets why the last ring was not heard, and whether the user has muted the present one, after each
    /// change.
    package func begin(
        failing: @escaping (Bool) -> Void, unheard: @escaping (_ problem: AgentProblem?, _ isMuted: Bool) -> Void
    ) throws(BusError) {
        players.failing = failing
        monitor.changed = unheard
        try feedback.begin { [unowned self] in
            if sound?.isRinging == true { act() }
        }
        server.onChange { [unowned self] in
            monitor.look()
            let sinks = Set(server.state?.sinks.values.map(\.name) ?? [])
            guard sinks != self.sinks else { return }
            self.sinks = sinks
            if !sinks.isEmpty { players.move(to: outputs) }
        }
    }

    package func follow(_ state: DesktopState) {
        let wanted = Sound(state, after: sound, mayBeFile: mayBeFile)
        let settings = state.settings
        let isOther = devices != settings.ringDevices || ringtone != settings.ringtone
        (devices, ringtone) = (settings.ringDevices, settings.ringtone)
        monitor.plan = RingLevel.Plan(percent: settings.ringVolume, fadeIn: settings.ringFadeIn)
        guard wanted != sound || (isOther && wanted != nil) else { return }
        // feedbackd rings for every call in the same way.
        let goesOn = feedback.isRinging && wanted?.isRinging == true
        sound = wanted
        if !goesOn { act() }
    }

    /// The devices that play the sound: of several that the user has chosen, those that are present. The soft tone
    /// plays on one of them. If all are missing, the first one stands for the server's choice, as does an empty name.
    private var outputs: [String] {
        let present = devices.filter(sinks.contains)
        let outputs = present.isEmpty ? Array(devices.prefix(1)) : present
        if outputs.isEmpty { return [""] }
        return sound == .callWaiting ? Array(outputs.prefix(1)) : outputs
    }

    private func act() {
        play()
        follow()
    }

    /// Follows the ring if this process rings, and not feedbackd.
    private func follow() { monitor.follow(rings: sound?.isRinging == true && !feedback.isRinging) }

    private func play() {
        feedback.end()
        switch sound {
        case nil: players.stop()
        case .callWaiting:
            players.play((try? CallWaitingTone.tone()).map { [$0] } ?? [], on: outputs)
        case .ring(let tone):
            guard feedback.isThere else { return ring(tone) }
            players.stop()
            feedback.ring { [unowned self] in
                if case .ring(let tone) = sound { ring(tone) }
                follow()
            }
        }
    }

    /// Prefers a file, but only the provider's object knows whether there is one. If a tone cannot be found or played,
    /// the call rings with the next one.
    private func ring(_ tone: Sound.ProviderTone) {
        mayBeFile = tone.themed.isEmpty && !tone.object.isEmpty
        guard mayBeFile else {
            let own = tone.themed.isEmpty ? [] : [SoundPlayer.Tone(name: tone.themed)]
            return players.play(own + usersTones, on: outputs)
        }
        service.client.open(.openRingtone, tone.object) { [unowned self] file in
            // The call may have been answered meanwhile.
            guard sound == .ring(tone) else { return }
            mayBeFile = file != nil
            players.play((file.map { [SoundPlayer.Tone(file: $0)] } ?? []) + usersTones, on: outputs)
        }
    }

    /// The user's ringtone, which may be missing, and then that of the theme.
    private var usersTones: [SoundPlayer.Tone] {
        ringtone == Settings.themeRingtone ? [.ring] : [SoundPlayer.Tone(name: ringtone), .ring]
    }
}

/// The sound for calls that wait for an answer.
enum Sound: Hashable {
    /// The ringtone of a provider: its own, or the theme's.
    case ring(ProviderTone)
    /// A soft tone while another call talks.
    case callWaiting

    /// The ringtone of a provider.
    struct ProviderTone: Hashable {
        /// The object that may have a file; empty without a provider.
        var object = ""
        /// A name of the sound theme; if it is empty and there is no file, the user's ringtone.
        var themed = ""
    }

    var isRinging: Bool { if case .ring = self { true } else { false } }

    /// Nil for silence. The service decides which calls ring, how loud and how long. The present ringtone goes on when
    /// another call begins to ring, unless it may be a file of an app (`mayBeFile`).
    init?(_ state: DesktopState, after sound: Sound? = nil, mayBeFile: Bool = false) {
        switch state.audio.alert.word {
        case .ring:
            let ringing = state.calls.filter { $0.isUnanswered && !$0.isSilenced }
            let tones = ringing.map { Self.tone(of: $0, in: state) }
            // The service may announce the call after the alert.
            guard let tone = Self.choice(of: tones, after: mayBeFile ? nil : sound) else { return nil }
            self = .ring(tone)
        case .callWaiting: self = .callWaiting
        case .silent, .some(.none), nil: return nil
        }
    }

    /// While calls of several apps ring, no file of an app plays: a silent file would silence the calls of the others.
    private static func choice(of tones: [ProviderTone], after sound: Sound?) -> ProviderTone? {
        guard let first = tones.first, tones.contains(where: { $0 != first }) else { return tones.first }
        let users = ProviderTone()
        if case .ring(let present) = sound, present == users || tones.contains(present) { return present }
        return tones.first { !$0.themed.isEmpty } ?? users
    }

    private static func tone(of call: CallRecord, in state: DesktopState) -> ProviderTone {
        guard let (path, provider) = state.index.provider(call.provider) else { return ProviderTone() }
        return ProviderTone(object: path, themed: provider.ringtone)
    }
}

/// The tone of telephone exchanges for a second incoming call (ITU-T E.180): twice 425 Hz for 200 ms. The agent
/// generates it, because a theme's sound would be as loud as its ringing: servers may ignore the volume that a sound
/// requests.
enum CallWaitingTone {
    private static let rate = 8_000
    private static let frequency = 425.0
    /// -26 dB.
    private static let amplitude = 0.05 * 32_767

    /// How long it lasts, in microseconds.
    static let length: UInt64 = 600_000

    /// A WAV file in memory, with the pause before it repeats.
    static func tone() throws(BusError) -> SoundPlayer.Tone {
        SoundPlayer.Tone(pause: 4_000, file: try BusFile(sealing: header + samples))
    }

    private static let samples: [UInt8] = [1.0, 0, 1].flatMap { loudness in
        (0..<rate / 5).flatMap { index -> [UInt8] in
            let angle = 2 * Double.pi * frequency * Double(index) / Double(rate)
            return bytes(Int16(loudness * amplitude * sin(angle)))
        }
    }

    /// RIFF, PCM, one channel of 16 bits.
    private static let header: [UInt8] =
        Array("RIFF".utf8) + bytes(UInt32(36 + samples.count)) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
        + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(rate)) + bytes(UInt32(2 * rate)) + bytes(UInt16(2))
        + bytes(UInt16(16)) + Array("data".utf8) + bytes(UInt32(samples.count))

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}

/// feedbackd, which rings, vibrates and blinks on phones, with the volume of the user's profile.
final class FeedbackServer {
    private static let path: ObjectPath = "/org/sigxcpu/Feedback"
    private static let interface: InterfaceName = "org.sigxcpu.Feedback"
    /// In microseconds. After this time the agent rings by itself.
    private static let timeout: UInt64 = 1_000_000

    /// Whether it runs. The agent does not start it: a feedbackd that is only installed has no configuration.
    var isThere: Bool { server.owner != nil }
    /// Whether it rings, or was asked to and has not failed.
    var isRinging: Bool { ringing?.isOver == false }
    private let server: RemoteName
    private let loop: EventLoop
    private let log: Log
    private var ringing: Ringing?

    /// A request to ring. Its id may come after its end.
    private final class Ringing {
        var id: UInt32?
        var isOver = false
        var timer: Timer?
    }

    init(_ connection: BusConnection, _ loop: EventLoop, log: Log) {
        server = RemoteName("org.sigxcpu.Feedback", on: connection)
        self.loop = loop
        self.log = log
    }

    /// Calls `changed` when feedbackd has started, stopped or restarted. After a restart it does not ring.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        try server.begin(skipsGaps: true) { [unowned self] _ in
            // No other program has this number.
            ringing?.id = nil
            end()
            changed()
        }
    }

    /// Rings until `end()`, or until this connection is lost. Calls `failed` if it does not ring.
    func ring(orElse failed: @escaping () -> Void) {
        end()
        let ringing = Ringing()
        self.ringing = ringing
        let giveUp = { [log] (reason: String) in
            guard !ringing.isOver else { return }
            ringing.isOver = true
            log("feedbackd does not ring", ["reason": reason])
            failed()
        }
        ringing.timer = loop.timer(after: Self.timeout) { giveUp("it does not answer") }
        guard ringing.timer != nil else { return giveUp("its time-out cannot be set") }
        // Its timeout 0 means no end. A late answer must reach the agent, which then ends the ringing; so the call has
        // no time-out either.
        server.call(
            Self.path, Self.interface, "TriggerFeedback", "org.monkeycall.agent", "phone-incoming-call",
            [String: Variant](),
            Int32(0), timeout: .max
        ) { [unowned self] reply in
            ringing.timer = nil
            do throws(BusError) {
                ringing.id = try reply.get().read(UInt32.self)
                if ringing.isOver { end(ringing) }
            } catch {
                giveUp(error.message)
            }
        }
    }

    func end() {
        guard let ringing else { return }
        self.ringing = nil
        end(ringing)
    }

    private func end(_ ringing: Ringing) {
        ringing.isOver = true
        ringing.timer = nil
        if let id = ringing.id { server.call(Self.path, Self.interface, "EndFeedback", id) }
    }
}
