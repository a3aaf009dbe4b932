// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallContract
import CallInterface
package import PulseAudio
package import SDBus

/// Answers the calls of chosen callers, such as intercoms. Before each answer it plays a tone, because the caller then
/// hears the room: without a sound that plays it answers nothing.
package final class AutoAnswer: Neighbour {
    private let service: CallServiceClient
    private let loop: EventLoop
    private let player: SoundPlayer
    private var state = DesktopState()
    /// The call that it answers after the tone.
    private var call: String?
    /// The call that it has asked the service to answer. A refused answer is not repeated.
    private var asked: String?
    private var end: Timer?

    package init(_ service: CallServiceClient, _ server: SoundServerConnection, _ loop: EventLoop, log: Log) {
        (self.service, self.loop) = (service, loop)
        player = SoundPlayer(loop, log: log) { [unowned server] in !server.isAbsent }
        player.plays = { [unowned self] in toneBegins() }
    }

    package func follow(_ state: DesktopState) {
        self.state = state
        // A later call may have the same id.
        if let asked, state.index.call(asked) == nil { self.asked = nil }
        let wanted = state.automaticAnswer.flatMap { $0 == asked ? nil : $0 }
        guard wanted != call else { return }
        call = wanted
        end = nil
        guard wanted != nil, let tone = try? CallWaitingTone.tone() else { return player.stop() }
        player.play([tone], on: state.settings.ringDevices.first ?? "")
    }

    private func toneBegins() {
        guard end == nil, call != nil else { return }
        end = loop.timer(after: CallWaitingTone.length) { [unowned self] in toneEnds() }
    }

    private func toneEnds() {
        player.stop()
        end = nil
        guard let call, call == state.automaticAnswer else { return }
        (self.call, asked) = (nil, call)
        service.request(CallButton.answer.actions(on: call, in: state.registry), endsOthers: false)
    }
}

extension DesktopState {
    /// The call that the agent answers by itself: the only one, from a caller that the user has chosen, while it rings
    /// aloud. A hidden number is nobody's. On a locked screen two settings must allow it.
    var automaticAnswer: String? {
        let present = calls.filter { $0.state != .ended }
        guard isPrimary, !isQuiet, audio.alert == .ring, !isRingMuted, rules.answers,
            !isLocked || settings.autoAnswerWhenLocked,
            present.count == 1, let call = present.first, call.isUnanswered, !call.isSilenced, !call.flag(.emergency),
            call.allows(.answerCall), let caller = call.handle.handle, !caller.value.isEmpty,
            settings.autoAnswer.contains(caller)
        else { return nil }
        return call.uuid
    }
}
