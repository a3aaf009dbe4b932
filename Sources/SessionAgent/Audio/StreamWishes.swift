// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import PulseAudio

/// The wanted state of the streams at the sound server, from the calls.
struct StreamWishes: Hashable {
    /// The volume of other streams, in percent of their own; nil for no change.
    var duckOthers: UInt32?
    /// Apps with a call that has the audio: their playback has priority.
    var heard: [ProviderRecord] = []
    /// Apps with calls that are muted or held.
    var silenced: [Silenced] = []

    struct Silenced: Hashable {
        var provider: ProviderRecord
        var calls: Set<String>
        /// Also mutes recordings that are not of a microphone: the other side of a held call must hear nothing.
        var isHeld: Bool
        /// Another call of the app talks, so the microphone must stay on: the agent relies on the app for these calls.
        var isLive: Bool
    }

    init(_ state: DesktopState) {
        if state.hasAudio, state.settings.duckOthers < 100 { duckOthers = state.settings.duckOthers }
        for provider in state.registry.providersInOrder {
            let calls = state.calls.filter { $0.provider == provider.identifier }
            let talks = calls.filter { $0.state == .dialing || $0.state == .connecting || $0.isConnected }
            if !talks.isEmpty || state.audio.ownerProvider == provider.identifier { heard.append(provider) }
            let quiet = talks.filter { $0.isMuted || $0.state == .held }
            guard !quiet.isEmpty else { continue }
            silenced.append(
                Silenced(
                    provider: provider, calls: Set(quiet.map(\.uuid)), isHeld: quiet.allSatisfy { $0.state == .held },
                    isLive: quiet.count < talks.count))
        }
    }

    /// Apps with microphones to mute.
    var muted: [Silenced] { silenced.filter { !$0.isLive } }
    /// All muted or held calls.
    var silencedCalls: Set<String> { Set(silenced.flatMap(\.calls)) }

    var isEmpty: Bool { duckOthers == nil && silenced.isEmpty }

    /// The changes of the present streams.
    struct Decision: Hashable {
        /// Playback to lower.
        var ducked: Set<UInt32> = []
        /// Recording to mute, with the apps that own it.
        var muted: [UInt32: Set<String>] = [:]
        /// Calls for which an unknown stream may record.
        var untold: Set<String> = []
    }

    /// `ownProcess` is the agent, which rings.
    func decide(
        _ state: SoundServerState, _ owners: [UInt32: StreamOwner], ownProcess: UInt32
    ) -> Decision {
        var decision = Decision()
        guard let streams = state.streams else { return decision }
        for stream in streams.playback.values where duckOthers != nil {
            // The server's own stream has no client. It forwards other streams, which may contain a call.
            guard let owner = stream.client.flatMap({ owners[$0] }) else { continue }
            if Self.isSpared(stream) || owner.processes.first == ownProcess { continue }
            // The stream may be the voice of the other side.
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
                // The agent relies on an app with a talking call for its others. An unverified stream without an owner
                // is in doubt.
                let isDoubtful = apps.isEmpty && !isLive && !owner.isVerified
                decision.untold.formUnion(isDoubtful ? silencedCalls : Set(apps.flatMap(\.calls)))
            }
        }
        return decision
    }

    /// Calls of other apps, screen readers, and short sounds (many apps share one volume for these) keep their volume.
    private static func isSpared(_ stream: SoundServerState.Stream) -> Bool {
        ["phone", "a11y", "event"].contains(stream.properties["media.role"]?.lowercased() ?? "")
    }
}
