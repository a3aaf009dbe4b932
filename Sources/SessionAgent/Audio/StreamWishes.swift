// SPDX-License-Identifier: MIT

import CallClient
import PulseAudio

/// What calls want of the streams at the sound server.
struct StreamWishes: Hashable {
    /// How loud others are, in percent of what they were; nil = as loud as they are.
    var duckOthers: UInt32?
    /// Apps with a call that is heard: their playback has priority.
    var heard: [ProviderRecord] = []
    /// Apps with calls that are muted or held.
    var silenced: [Silenced] = []

    struct Silenced: Hashable {
        var provider: ProviderRecord
        /// The calls that this is about.
        var calls: Set<String>
        /// Also what is no microphone: the other side of a held call is to hear nothing at all.
        var isHeld: Bool
        /// Another call of the app is to be heard, so its microphone cannot be mute: it is trusted with these.
        var isLive: Bool
    }

    init(_ state: DesktopState) {
        if state.hasAudio, state.settings.duckOthers < 100 { duckOthers = state.settings.duckOthers }
        for provider in state.registry.providersInOrder {
            let calls = state.calls.filter { $0.provider == provider.identifier }
            let talks = calls.filter { ["dialing", "connecting", "active", "held"].contains($0.state) }
            if !talks.isEmpty || state.audio.ownerProvider == provider.identifier { heard.append(provider) }
            let quiet = talks.filter { $0.isMuted || $0.state == "held" }
            guard !quiet.isEmpty else { continue }
            silenced.append(
                Silenced(
                    provider: provider, calls: Set(quiet.map(\.uuid)), isHeld: quiet.allSatisfy { $0.state == "held" },
                    isLive: quiet.count < talks.count))
        }
    }

    /// Apps whose microphones are to be mute.
    var muted: [Silenced] { silenced.filter { !$0.isLive } }
    /// All calls that are muted or held.
    var silencedCalls: Set<String> { Set(silenced.flatMap(\.calls)) }

    var isEmpty: Bool { duckOthers == nil && silenced.isEmpty }

    /// What is to be done with the streams that there are.
    struct Decision: Hashable {
        /// Playback to be quieter.
        var ducked: Set<UInt32> = []
        /// Recording to be muted, and the apps whose it is.
        var muted: [UInt32: Set<String>] = [:]
        /// Calls of which it cannot be told whether something else records for them.
        var untold: Set<String> = []
    }

    /// `ownProcess` is the agent, which rings.
    func decide(
        _ state: SoundServerState, _ owners: [UInt32: StreamOwner], ownProcess: UInt32
    ) -> Decision {
        var decision = Decision()
        guard let streams = state.streams else { return decision }
        for stream in streams.playback.values where duckOthers != nil {
            // The server's own has no client. It passes on what others play, and a call may be among it.
            guard let owner = stream.client.flatMap({ owners[$0] }) else { continue }
            if Self.isSpared(stream) || owner.processes.first == ownProcess { continue }
            // It may be the voice of the other side.
            if owner.mayBeSandboxed, heard.contains(where: { !$0.appID.isEmpty }) { continue }
            if !heard.contains(where: { owner.isPart(of: $0) }) { decision.ducked.insert(stream.index) }
        }
        let muted = muted.map(\.provider)
        for stream in streams.recording.values where !silenced.isEmpty {
            guard let owner = stream.client.flatMap({ owners[$0] }) else { continue }
            let isMonitor = stream.device.flatMap { state.sources[$0] }?.isMonitor == true
            let apps = silenced.filter { owner.isPart(of: $0.provider) && ($0.isHeld || !isMonitor) }
            let isLive = heard.contains { owner.isPart(of: $0) && !muted.contains($0) }
            if !apps.isEmpty, !isLive {
                decision.muted[stream.index] = Set(apps.map(\.provider.identifier))
            } else if !stream.isMuted, !stream.isCorked, !isMonitor {
                // Who has one of the calls is trusted with the others; whose it is that claims to be nobody's, who knows.
                let isDoubtful = apps.isEmpty && !isLive && !owner.isVerified
                decision.untold.formUnion(isDoubtful ? silencedCalls : Set(apps.flatMap(\.calls)))
            }
        }
        return decision
    }

    /// Is as loud as ever: calls of others, screen readers, and short sounds, for which many apps have one volume in common.
    private static func isSpared(_ stream: SoundServerState.Stream) -> Bool {
        ["phone", "a11y", "event"].contains(stream.properties["media.role"]?.lowercased() ?? "")
    }
}
