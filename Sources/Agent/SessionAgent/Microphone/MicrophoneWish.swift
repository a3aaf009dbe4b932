// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The calls for which the agent must mute the microphone itself: calls of modems and phones. No app has their sound.
/// The modem is connected to the microphone, or the sound server connects the two.
struct MicrophoneWish: Hashable {
    /// The muted calls; empty = the microphone stays as it is.
    var muted: Set<String> = []
    /// The calls that count as muted but are heard, because another call of a modem talks.
    var heard: Set<String> = []

    init() {}

    init(_ state: DesktopState) {
        let talking = state.calls.filter { Self.mayBeHeard($0) && state.usesMicrophoneItself($0) }
        let muted = Set(talking.filter(\.isMuted).map(\.uuid))
        if muted.count == talking.count { self.muted = muted } else { heard = muted }
    }

    /// Whether the other side may hear the user. The network silences a held call until it resumes.
    private static func mayBeHeard(_ call: CallRecord) -> Bool {
        switch call.state.word {
        case .dialing, .connecting, .active: true
        case .ending: !call.flag(.onHold)
        case .held: call.pendingAction == .setHeld
        case .incoming, .ended, nil: false
        }
    }
}

extension DesktopState {
    /// Whether the service leaves it to the agent to mute the call, and the call has no stream at the sound server.
    func usesMicrophoneItself(_ call: CallRecord) -> Bool {
        call.properties[.supportsMuting]?.bool == false && call.streamProcess == 0
            && provider(of: call)?.worksAsModem == true
    }
}

extension ProviderRecord {
    fileprivate var worksAsModem: Bool {
        ProviderClass(rawValue: providerClass)?.worksAsModem(holdsImplicitly: holdsImplicitly) ?? false
    }
}
