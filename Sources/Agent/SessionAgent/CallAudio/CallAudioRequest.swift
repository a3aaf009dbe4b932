// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// What a program asks of callaudiod.
enum CallAudioRequest: Hashable {
    case selectMode(CallAudioMode)
    case enableSpeaker(Bool)
    case muteMicrophone(Bool)

    /// The program that asks.
    enum Sender: Hashable {
        /// A program of the user outside of a sandbox.
        case user
        /// An app in a sandbox; "" if it cannot be known which one.
        case app(String)

        /// A process that cannot be inspected may be in a sandbox.
        init(_ peer: Peer) {
            let app = peer.identity.map(\.app) ?? ""
            self = app.map { .app($0) } ?? .user
        }
    }

    /// What the agent does about a request.
    enum Step: Hashable {
        /// There is nothing to ask the service for. True if everything is as requested.
        case answer(Bool)
        /// Asks the service to mute or unmute these calls.
        case mute([String], Bool)
        /// Asks the service for this route.
        case route(String)
    }

    func step(for sender: Sender, in state: DesktopState) -> Step {
        switch self {
        // The service gives the audio to calls, so no program switches the mode, and a mode unmutes nothing.
        case .selectMode(.call): .answer(state.isInCall)
        case .selectMode(.music): .answer(!state.hasAudio)
        case .muteMicrophone(let isMuted): Self.mute(isMuted, sender, state)
        case .enableSpeaker(let isOn): Self.speak(isOn, sender, state)
        }
    }

    private static func mute(_ isMuted: Bool, _ sender: Sender, _ state: DesktopState) -> Step {
        let calls: [CallRecord]
        switch sender {
        case .user: calls = state.talking
        case .app(let app):
            // Whoever muted a call, an app in a sandbox must not open the microphone again.
            guard isMuted, !app.isEmpty else { return .answer(false) }
            calls = state.talking.filter { state.provider(of: $0)?.appID == app }
        }
        guard !calls.isEmpty else { return .answer(false) }
        let others = calls.filter { $0.isMuted != isMuted }
        return others.isEmpty ? .answer(true) : .mute(others.map(\.uuid), isMuted)
    }

    private static func speak(_ isOn: Bool, _ sender: Sender, _ state: DesktopState) -> Step {
        // The route belongs to all calls, so the service does not let an app in a sandbox choose it either.
        guard sender == .user, !state.talking.isEmpty else { return .answer(false) }
        let routes = state.audio.routes
        if let present = routes.first(where: { $0.name == state.audio.route }), (present.kind == .speaker) == isOn {
            return .answer(true)
        }
        let fitting = routes.filter { route in
            route.isAvailable && (isOn ? route.kind == .speaker : route.kind.word?.isPersonal == true)
        }
        let best = fitting.max { ($0.kind.word?.rank ?? 0) < ($1.kind.word?.rank ?? 0) }
        return best.map { .route($0.name) } ?? .answer(false)
    }
}
