// SPDX-License-Identifier: MIT

import AgentSettings
import CallInterface
package import PulseAudio
package import SDBus

/// Plays the sound of the service's `Alert`.
package final class Ringer: Neighbour {
    private let service: CallServiceClient
    private let player: SoundPlayer
    private let feedback: FeedbackServer
    private let server: SoundServerConnection
    /// The names of the present devices.
    private var sinks: Set<String> = []
    private var sound: Sound?
    /// The present ringtone is a file of an app, or the service has not told yet whether it is one.
    private var mayBeFile = false
    /// The device that plays the sound.
    private var device = ""

    /// If feedbackd runs on the session bus, it rings instead of the agent.
    package init(
        _ service: CallServiceClient, session: BusConnection, _ server: SoundServerConnection, _ loop: EventLoop,
        log: Log
    ) {
        self.service = service
        self.server = server
        player = SoundPlayer(loop, log: log)
        feedback = FeedbackServer(session, loop, log: log)
    }

    /// `failing` gets true when a sound hangs or crashes the process that plays it, and false when sounds play again.
    package func begin(failing: @escaping (Bool) -> Void) throws(BusError) {
        player.failing = failing
        try feedback.begin { [unowned self] in
            if sound?.isRinging == true { act() }
        }
        server.onChange { [unowned self] in
            let sinks = Set(server.state?.sinks.values.map(\.name) ?? [])
            guard sinks != self.sinks else { return }
            self.sinks = sinks
            if !sinks.isEmpty { player.tryAgain() }
        }
    }

    package func follow(_ state: DesktopState) {
        let wanted = Sound(state, after: sound, mayBeFile: mayBeFile)
        let isMoved = device != state.settings.ringDevice
        device = state.settings.ringDevice
        guard wanted != sound || (isMoved && wanted != nil) else { return }
        // feedbackd rings for every call in the same way.
        let goesOn = feedback.isRinging && wanted?.isRinging == true
        sound = wanted
        if !goesOn { act() }
    }

    private func act() {
        feedback.end()
        switch sound {
        case nil: player.stop()
        case .callWaiting:
            player.play((try? CallWaitingTone.file()).map { [.file($0, pause: 4_000)] } ?? [], on: device)
        case .ring(let tone):
            guard feedback.isThere else { return ring(tone) }
            player.stop()
            feedback.ring { [unowned self] in
                if case .ring(let tone) = sound { ring(tone) }
            }
        }
    }

    /// Prefers a file, but only the provider's object knows whether there is one. If a tone cannot be found or played,
    /// the call rings with the next one.
    private func ring(_ tone: Sound.ProviderTone) {
        mayBeFile = tone.themed.isEmpty && !tone.object.isEmpty
        guard mayBeFile else {
            return player.play(tone.themed.isEmpty ? [.ring] : [.themed(tone.themed), .ring], on: device)
        }
        service.openRingtone(tone.object) { [unowned self] file in
            // The call may have been answered meanwhile.
            guard sound == .ring(tone) else { return }
            mayBeFile = file != nil
            player.play(file.map { [.file($0), .ring] } ?? [.ring], on: device)
        }
    }
}
