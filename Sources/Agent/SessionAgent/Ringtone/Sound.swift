// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

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

    var isRinging: Bool {
        switch self {
        case .ring: true
        case .callWaiting: false
        }
    }

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
