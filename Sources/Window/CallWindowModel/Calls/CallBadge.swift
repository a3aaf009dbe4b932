// SPDX-License-Identifier: MIT

package import CallClient
import CallInterface
import ConfigurationText
import SDBus

/// A fact about a call that the user should see beside its state.
package enum CallBadge: String, CaseIterable, Sendable {
    case emergency
    case muted
    /// It waits until another call has made way.
    case waiting
    /// The other side has put the call on hold.
    case remoteOnHold
    /// The call is muted or on hold, and only its app can silence it.
    case trusted
    /// The call is muted, and nothing can silence it.
    case heard
    case encrypted
    case video

    /// The badges of a call, in their order. `unenforced` is the agent's list of calls that it cannot silence.
    package static func badges(of call: CallRecord, in registry: Registry, unenforced: Set<String>) -> [CallBadge] {
        let isUnenforced = unenforced.contains(call.uuid)
        let isHeard =
            isUnenforced && call.isMuted && call.state != .held && call.properties[.supportsMuting]?.bool == false
        return allCases.filter { badge in
            switch badge {
            case .emergency: call.flag(.emergency)
            case .muted: call.isMuted
            case .waiting: isWaiting(call, registry)
            case .remoteOnHold: call.flag(.remoteOnHold)
            case .trusted: isUnenforced && (call.isMuted || call.state == .held) && !isHeard
            case .heard: isHeard
            case .encrypted: call.flag(.encrypted)
            case .video: call.flag(.hasVideo)
            }
        }
    }

    /// Whether an accepted action waits until the call that has the audio has made way.
    private static func isWaiting(_ call: CallRecord, _ registry: Registry) -> Bool {
        guard !call.hasAudio, [.startCall, .answerCall, .setHeld].contains(call.pendingAction.word) else {
            return false
        }
        return registry.calls.values.contains { $0.hasAudio && $0.group != call.group }
    }

    package var text: String {
        switch self {
        case .emergency: Catalogue.text("Emergency call")
        case .muted: Catalogue.text("Your microphone is muted")
        case .waiting: Catalogue.text("Waits for another call")
        case .remoteOnHold: Catalogue.text("The other side put you on hold")
        case .trusted: Catalogue.text("Silence depends on the app")
        case .heard: Catalogue.text("The other side may hear you")
        case .encrypted: Catalogue.text("Encrypted")
        case .video: Catalogue.text("Video call")
        }
    }

    /// A name of the icon theme.
    package var icon: String {
        switch self {
        case .emergency: "dialog-warning-symbolic"
        case .muted: "microphone-disabled-symbolic"
        case .waiting: "content-loading-symbolic"
        case .remoteOnHold: "media-playback-pause-symbolic"
        case .trusted, .heard: "dialog-information-symbolic"
        case .encrypted: "channel-secure-symbolic"
        case .video: "camera-web-symbolic"
        }
    }
}
