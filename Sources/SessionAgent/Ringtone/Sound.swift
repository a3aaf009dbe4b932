// SPDX-License-Identifier: MIT

import CallClient
import SDBus

/// What is heard of calls that want an answer.
enum Sound: Hashable {
    /// The ringtone of a provider: its own, or the theme's.
    case ring(ProviderTone)
    /// Somebody talks: a soft tone.
    case callWaiting

    /// What a provider has said about its ringtone.
    struct ProviderTone: Hashable {
        /// The object that may have a file; empty = there is no provider.
        var object = ""
        /// A name of the sound theme; empty = the user's, unless there is a file.
        var themed = ""
    }

    var isRinging: Bool {
        switch self {
        case .ring: true
        case .callWaiting: false
        }
    }

    /// What is to be heard now; nil = nothing. What rings, how softly and how long is the service's word. The ringtone that
    /// is heard goes on when another call joins it.
    init?(_ state: DesktopState, after sound: Sound? = nil) {
        switch state.audio.alert {
        case "ring":
            let ringing = state.calls.filter { $0.isUnanswered && !$0.isSilenced }
            let tones = ringing.map { Sound.ring(Self.tone(of: $0, in: state)) }
            // The call may be announced after the alert.
            guard let tone = tones.first(where: { $0 == sound }) ?? tones.first else { return nil }
            self = tone
        case "call-waiting": self = .callWaiting
        default: return nil
        }
    }

    private static func tone(of call: CallRecord, in state: DesktopState) -> ProviderTone {
        guard let (path, provider) = state.registry.providers.first(where: { $1.identifier == call.provider }) else {
            return ProviderTone()
        }
        return ProviderTone(object: path, themed: provider.ringtone)
    }
}
