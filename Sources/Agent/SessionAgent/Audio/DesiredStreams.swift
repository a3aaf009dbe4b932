// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
import PulseAudio

/// The wanted state of the streams at the sound server, from the calls.
struct DesiredStreams: Hashable {
    /// The volume of other streams, in percent of their own; nil for no change.
    var duckOthers: UInt32?
    /// The outputs that keep their volume; see ``Settings/leftOutputs``.
    var leftOutputs = OutputNames()
    /// The streams with a call that goes on: their playback has priority.
    var heard: [StreamParty] = []
    /// The streams with calls that are muted or held.
    var silenced: [Silenced] = []
    /// A call goes on of which no process is known: the voices of its other side may be in any stream.
    var hasUnknownVoice = false

    struct Silenced: Hashable {
        var party: StreamParty
        /// Those that the agent must silence by their streams.
        var calls: Set<String>
        /// Also silences playback, and recordings that are not of a microphone: the two sides of a held call hear
        /// nothing of each other.
        var isHeld: Bool
        /// Another call with the same streams talks, so the microphone must stay on: the agent relies on the app for
        /// these calls.
        var isLive: Bool
    }

    init(_ state: DesktopState) {
        if state.isTalking, state.settings.duckOthers < 100 {
            (duckOthers, leftOutputs) = (state.settings.duckOthers, state.settings.leftOutputs)
        }
        hasUnknownVoice = state.index.observed.contains { $0.streamProcess == 0 }
        let talks = state.calls.filter { $0.state == .dialing || $0.state == .connecting || $0.isConnected }
        let byProvider = Dictionary(grouping: talks, by: \.provider)
        for provider in state.registry.providersInOrder {
            let talks = byProvider[provider.identifier] ?? []
            if talks.isEmpty, state.audio.ownerProvider == provider.identifier {
                heard.append(StreamParty(provider: provider))
            }
            let byProcess = Dictionary(grouping: talks, by: \.streamProcess)
            for (process, talks) in byProcess.sorted(by: { $0.key < $1.key }) {
                add(talks, of: StreamParty(provider: provider, process: process), state)
            }
        }
    }

    private mutating func add(_ talks: [CallRecord], of party: StreamParty, _ state: DesktopState) {
        heard.append(party)
        let quiet = talks.filter { $0.isMuted || $0.state == .held }
        guard !quiet.isEmpty else { return }
        let calls = Set(quiet.filter { !state.usesMicrophoneItself($0) }.map(\.uuid))
        silenced.append(
            Silenced(
                party: party, calls: calls, isHeld: quiet.allSatisfy { $0.state == .held },
                isLive: quiet.count < talks.count))
    }

    /// The streams with microphones to mute.
    var muted: [Silenced] { silenced.filter { !$0.isLive } }
    /// All muted or held calls with streams.
    var silencedCalls: Set<String> { Set(silenced.flatMap(\.calls)) }

    var isEmpty: Bool { duckOthers == nil && silenced.isEmpty }

    /// The changes of the present streams.
    struct Decision: Hashable {
        /// Playback to change, with the percentage of its own volume.
        var volumes: [UInt32: UInt32] = [:]
        /// Recording to mute, with the names of the parties that own it.
        var muted: [UInt32: Set<String>] = [:]
        /// Calls for which an unknown stream may record.
        var uncertain: Set<String> = []
    }

    /// `ownProcess` is the agent, which rings by a process that it starts.
    func decide(
        _ state: SoundServerState, _ owners: [UInt32: StreamOwner], ownProcess: UInt32
    ) -> Decision {
        var decision = Decision()
        guard let streams = state.streams else { return decision }
        let recorders = hasUnknownVoice ? Self.recorders(state, streams, owners) : []
        let kept = duckOthers == nil ? [] : keptSinks(state, streams, owners)
        for stream in streams.playback.values where duckOthers != nil || !silenced.isEmpty {
            // The server's own stream has no client. It forwards other streams, which may contain a call.
            guard let owner = stream.client.flatMap({ owners[$0] }), !owner.processes.contains(ownProcess) else {
                continue
            }
            let isKept = stream.device.map(kept.contains) == true || recorders.contains { $0.isSameApp(as: owner) }
            decision.volumes[stream.index] = volume(of: stream, owner, isKept: isKept)
        }
        let muted = muted.map(\.party)
        for stream in streams.recording.values where !silenced.isEmpty {
            guard let owner = stream.client.flatMap({ owners[$0] }) else { continue }
            let isMonitor = stream.device.flatMap { state.sources[$0] }?.isMonitor == true
            let apps = silenced.filter { $0.party.owns(owner) && ($0.isHeld || !isMonitor) }
            let isLive = heard.contains { $0.owns(owner) && !muted.contains($0) }
            if !apps.isEmpty, !isLive {
                decision.muted[stream.index] = Set(apps.map(\.party.name))
            } else if !stream.isMuted, !stream.isCorked, !isMonitor {
                // The agent relies on an app with a talking call for its others. An unverified stream without an owner
                // is uncertain.
                let isUncertain = apps.isEmpty && !isLive && !owner.isVerified
                decision.uncertain.formUnion(isUncertain ? silencedCalls : Set(apps.flatMap(\.calls)))
            }
        }
        return decision
    }

    /// The sinks whose sound does not become quieter: those that the user leaves alone, and those that a call's own
    /// program records as its microphone. The other side hears what plays there, so it is no other sound.
    private func keptSinks(
        _ state: SoundServerState, _ streams: SoundServerState.Streams, _ owners: [UInt32: StreamOwner]
    ) -> Set<UInt32> {
        let microphones = streams.recording.values.filter { stream in
            stream.client.flatMap { owners[$0] }.map { owner in heard.contains { $0.owns(owner) } } == true
        }.compactMap(\.device)
        let left = state.sinks.values.filter { leftOutputs.contains($0.name) }.map(\.index)
        return SoundPaths(state, streams).sinks(into: Set(microphones)).union(left)
    }

    /// The owners of streams that record a microphone now.
    private static func recorders(
        _ state: SoundServerState, _ streams: SoundServerState.Streams, _ owners: [UInt32: StreamOwner]
    ) -> [StreamOwner] {
        streams.recording.values.filter { stream in
            !stream.isCorked && stream.device.flatMap { state.sources[$0] }?.isMonitor == false
        }.compactMap { stream in stream.client.flatMap { owners[$0] } }
    }

    /// The percentage of its own volume that a playback stream gets; nil for no change. Screen readers, and short
    /// sounds (many apps share one volume for these) keep their volume. `isKept`: its output keeps its volume, or its
    /// app also records a microphone, so the call of an unknown process may be the app's.
    private func volume(of stream: SoundServerState.Stream, _ owner: StreamOwner, isKept: Bool) -> UInt32? {
        let role = stream.properties["media.role"]?.lowercased() ?? ""
        if role == "a11y" || role == "event" { return nil }
        let parties = heard.filter { $0.owns(owner) }
        let held = muted.filter(\.isHeld).map(\.party)
        if !parties.isEmpty { return parties.allSatisfy(held.contains) ? 0 : nil }
        // It may be the call of another app, or the voice of the other side in a sandbox.
        let mayBeVoice = owner.mayBeSandboxed && heard.contains { !$0.provider.appID.isEmpty }
        return role == "phone" || mayBeVoice || isKept ? nil : duckOthers
    }
}

/// Calls that share streams: those of one app, or those that name the same process (`StreamProcess`), because their
/// provider is a bridge to another program.
struct StreamParty: Hashable {
    let provider: ProviderRecord
    /// 0 = the streams of the provider itself.
    var process: UInt32 = 0

    /// The party in the journal. No identifier contains the separator.
    var name: String { process == 0 ? provider.identifier : "\(provider.identifier)#\(process)" }

    /// Whether a stream belongs to these calls: the process that they name has it, or a process that this one has
    /// started.
    func owns(_ owner: StreamOwner) -> Bool {
        process == 0
            ? owner.isPart(ofProcess: provider.processID, app: provider.appID, unit: provider.unit)
            : owner.processes.contains(process)
    }
}
