// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

@testable import SessionAgent

extension DesktopState {
    /// A state with these calls, whose ids are "0", "1" and so on. Each is its words: a state (`active` if none),
    /// `talks` for a call that has the audio, `answered` for an accepted answer, `muted`, `silenced`, `fixed` for one
    /// that allows no action, `observed` for one that the service only observes, `unheld` for one whose app refused to
    /// hold it, `resuming` and `unmuting` for one that has been asked to, and `boxed` for one of an app in a sandbox.
    init(of calls: [String]) {
        self.init()
        var objects: Registry.Objects = [:]
        for app in ["free", "boxed"] {
            objects[ObjectPath(trusted: "/calls/provider/\(app)")] = [
                CallManagerName.provider.text: [String: Variant]([
                    .identifier: .string(app), .appID: .string(app == "boxed" ? "org.example.Boxed" : ""),
                ])
            ]
        }
        for (place, call) in calls.enumerated() {
            let words = Set(call.split(separator: " ").map(String.init))
            let state = CallState.allCases.first { words.contains($0.rawValue) } ?? .active
            let allowed = words.contains("fixed") ? [] : ActionWord.allCases.map(\.rawValue)
            objects[ObjectPath(trusted: "/calls/call/\(place)")] = [
                CallManagerName.call.text: [String: Variant]([
                    .uuid: .string("\(place)"), .provider: .string(words.contains("boxed") ? "boxed" : "free"),
                    .state: .string(state.rawValue), .startedAt: .uint64(UInt64(place) + 1),
                    .muted: .bool(words.contains("muted")), .hasAudio: .bool(words.contains("talks")),
                    .silenced: .bool(words.contains("silenced")), .allowedActions: .strings(allowed),
                    .holdRefused: .bool(words.contains("unheld")), .observed: .bool(words.contains("observed")),
                    .pendingAction: .string(Self.pending(words)?.rawValue ?? ""),
                ])
            ]
        }
        registry = Registry(objects, at: "/calls")
        let ringing = self.calls.filter(\.isUnanswered)
        let alert: Alert =
            ringing.isEmpty ? .none : ringing.allSatisfy(\.isSilenced) ? .silent : isTalking ? .callWaiting : .ring
        audio.properties[.alert] = .string(alert.rawValue)
        presence = CallPresence(registry, audio)
    }

    private static func pending(_ words: Set<String>) -> ActionWord? {
        let actions: [String: ActionWord] = ["answered": .answerCall, "resuming": .setHeld, "unmuting": .setMuted]
        return actions.first { words.contains($0.key) }?.value
    }
}
