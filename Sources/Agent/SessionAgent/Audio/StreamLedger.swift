// SPDX-License-Identifier: MIT

import CallClient
import PulseAudio

/// Decides the next changes of streams at the sound server, from those it has made.
///
/// Everything follows from the present state of the streams and the journal, so a new agent can go on after a kill at
/// any moment.
struct StreamLedger: Hashable {
    /// A request to the server.
    enum Step: Hashable {
        case setVolume(AlteredStream, [UInt32])
        case setMuted(AlteredStream, Bool)
        /// The stream is restored. The server remembers that a moment later, or not at all if the stream ends before:
        /// look at it again.
        case linger(AlteredStream)
        /// The stream has ended with the changed volume, which the server would give to the next one of its kind.
        case mend(AlteredStream)
    }

    var streams: [AlteredStream] = []
    /// The recording streams that existed before; nil for all.
    private var known: Set<UInt32>?
    /// An app that unmutes a stream more often than this gets its way, and the agent reports it.
    static let attempts = 10

    /// Returns the next requests. The ledger already contains them: write it to the journal before you send them.
    mutating func update(
        _ desired: DesiredStreams, _ decision: DesiredStreams.Decision, _ server: SoundServerState.Streams
    ) -> [Step] {
        var steps: [Step] = []
        adopt(server)
        streams = streams.compactMap { altered in
            guard !altered.isAsked else { return altered }
            guard let stream = Self.stream(of: altered, in: server) else {
                return updateEnded(altered, desired, server, &steps)
            }
            return switch altered.kind {
            case .playback:
                updatePlayback(
                    altered, stream, decision.volumes[stream.index], &steps)
            case .recording: updateRecording(altered, stream, decision.muted[stream.index], &steps)
            }
        }
        alterMore(decision, server, &steps)
        known = Set(server.recording.keys)
        return steps
    }

    /// The server has answered, and the copy shows the result.
    mutating func answered(_ altered: AlteredStream, _ isDone: Bool) {
        guard let place = place(of: altered) else { return }
        streams[place].isAsked = false
        if !isDone { streams[place].attempts += 1 }
    }

    /// A moment has passed.
    mutating func lingered(_ altered: AlteredStream) {
        if let place = place(of: altered), streams[place].isLingering { streams[place].isRemembered = true }
    }

    mutating func mended(_ altered: AlteredStream) {
        if let place = place(of: altered) { streams.remove(at: place) }
    }

    /// The server has changed or time has passed: no request is answered any more.
    mutating func forgetQuestions() {
        for place in streams.indices { (streams[place].isAsked, streams[place].attempts) = (false, 0) }
        known = nil
    }

    func isTracked(_ kind: AlteredStream.Kind, _ index: UInt32) -> Bool {
        streams.contains { $0.kind == kind && $0.index == index }
    }

    private func place(of altered: AlteredStream) -> Int? {
        streams.firstIndex {
            $0.kind == altered.kind && $0.index == altered.index && $0.identity.isSame(as: altered.identity)
        }
    }

    // MARK: Changed streams

    private func updatePlayback(
        _ altered: AlteredStream, _ stream: SoundServerState.Stream, _ percent: UInt32?, _ steps: inout [Step]
    ) -> AlteredStream? {
        let isWanted = percent != nil
        var altered = isWanted ? altered.renewed : altered
        // What a busy server still shows of an earlier change is restored, too.
        let isAltered = altered.isAltered(stream) || !isWanted && altered.isFormer(stream)
        if isAltered { (altered.isSeen, altered.isReleased) = (true, false) }
        switch (isWanted, isAltered) {
        case (true, true):
            let levels = altered.own.map { Self.part($0, percent ?? 100) }
            // The user has changed DuckOthers since the change, or a call was held or resumed.
            guard !AlteredStream.areEqual(levels, altered.altered) else { break }
            altered.former = altered.altered
            (altered.altered, altered.isSeen, altered.isAsked, altered.attempts) = (levels, false, true, 1)
            steps.append(.setVolume(altered, levels))
        case (true, false) where altered.isReleased: break
        case (true, false) where altered.isFormer(stream) && altered.attempts < Self.attempts:
            altered.isAsked = true
            altered.attempts += 1
            steps.append(.setVolume(altered, altered.altered))
        case (true, false):
            // Only once: after that, another volume is the user's choice.
            guard !altered.isSeen, altered.isOwn(stream), altered.attempts == 0 else {
                altered.isReleased = true
                break
            }
            (altered.isAsked, altered.attempts) = (true, 1)
            steps.append(.setVolume(altered, altered.altered))
        case (false, true):
            // Give up if the app keeps unmuting it.
            guard altered.attempts < Self.attempts else { return nil }
            altered.isAsked = true
            steps.append(.setVolume(altered, altered.own))
        case (false, false):
            guard !altered.isReleased, altered.isOwn(stream) else { return nil }
            return Self.linger(altered, &steps)
        }
        return altered
    }

    private func updateRecording(
        _ altered: AlteredStream, _ stream: SoundServerState.Stream, _ apps: Set<String>?, _ steps: inout [Step]
    ) -> AlteredStream? {
        var altered = apps != nil ? altered.renewed : altered
        if stream.isMuted { altered.isSeen = true }
        switch (apps != nil, stream.isMuted) {
        case (true, true): break
        case (true, false):
            guard altered.attempts < Self.attempts else { break }
            altered.isAsked = true
            altered.attempts += 1
            steps.append(.setMuted(altered, true))
        case (false, true):
            guard altered.attempts < 2 * Self.attempts else { return nil }
            altered.isAsked = true
            steps.append(.setMuted(altered, false))
        case (false, false): return Self.linger(altered, &steps)
        }
        altered.apps = apps ?? altered.apps
        return altered
    }

    private static func linger(_ altered: AlteredStream, _ steps: inout [Step]) -> AlteredStream? {
        guard !altered.isRemembered else { return nil }
        var altered = altered
        if !altered.isLingering {
            altered.isLingering = true
            steps.append(.linger(altered))
        }
        return altered
    }

    // MARK: Ended streams

    private static func stream(
        of altered: AlteredStream, in server: SoundServerState.Streams
    ) -> SoundServerState.Stream? {
        let streams = altered.kind == .playback ? server.playback : server.recording
        guard let stream = streams[altered.index] else { return nil }
        // A restarted server may have given the number to another stream.
        return StreamIdentity(stream).isSame(as: altered.identity) ? stream : nil
    }

    /// Moves the record of an ended stream to the next one of its kind, which has got its volume.
    private mutating func adopt(_ server: SoundServerState.Streams) {
        for place in streams.indices where Self.stream(of: streams[place], in: server) == nil {
            let altered = streams[place]
            guard !altered.isReleased else { continue }
            let candidates = altered.kind == .playback ? server.playback : server.recording
            let next = candidates.values.sorted { $0.index < $1.index }.first {
                !isTracked(altered.kind, $0.index) && StreamIdentity($0).isSame(as: altered.identity)
                    && $0.device != nil && (altered.isAltered($0) || altered.isFormer($0))
            }
            guard let next else { continue }
            // A request for the ended stream has no effect any more.
            streams[place] = altered.of(next)
        }
    }

    private func updateEnded(
        _ altered: AlteredStream, _ desired: DesiredStreams, _ server: SoundServerState.Streams,
        _ steps: inout [Step]
    ) -> AlteredStream? {
        guard !altered.isReleased, altered.attempts < 2 * Self.attempts else { return nil }
        // The server may remember a muted microphone while the app must be silent.
        if altered.kind == .recording,
            desired.muted.contains(where: { altered.apps.contains($0.party.name) })
        {
            return altered
        }
        // The server remembers the volume of the last one. An older stream that was never changed, such as that of
        // another program with the same role, does not tell that volume.
        let others = altered.kind == .playback ? server.playback : server.recording
        let hasSuccessor = others.values.contains {
            $0.device != nil && StreamIdentity($0).isSame(as: altered.identity)
                && (isTracked(altered.kind, $0.index) || $0.index > altered.index && !altered.isAltered($0))
        }
        if hasSuccessor { return nil }
        var altered = altered
        altered.isAsked = true
        steps.append(.mend(altered))
        return altered
    }

    // MARK: Streams to change

    private static func part(_ level: UInt32, _ percent: UInt32) -> UInt32 {
        UInt32(UInt64(level) * UInt64(percent) / 100)
    }

    /// A changed stream of the same kind that is older, so that the server has given its volume to this one. The server
    /// may do so before it has answered the request.
    private func sibling(of stream: SoundServerState.Stream, _ kind: AlteredStream.Kind) -> AlteredStream? {
        streams.first {
            $0.kind == kind && ($0.isSeen || $0.isAsked) && !$0.isReleased && $0.isAltered(stream)
                && StreamIdentity(stream).isSame(as: $0.identity)
        }
    }

    private mutating func alterMore(
        _ decision: DesiredStreams.Decision, _ server: SoundServerState.Streams, _ steps: inout [Step]
    ) {
        for (index, percent) in decision.volumes.sorted(by: { $0.key < $1.key }) where !isTracked(.playback, index) {
            // A stream that is not connected yet may still get the volume of the last one.
            guard let stream = server.playback[index], stream.device != nil,
                !stream.isCorked, let own = stream.volume
            else { continue }
            if let other = sibling(of: stream, .playback) {
                streams.append(other.of(stream))
                continue
            }
            var altered = AlteredStream(.playback, stream)
            altered.own = own
            altered.altered = own.map { Self.part($0, percent) }
            guard !altered.isAltered(stream) else { continue }
            (altered.isAsked, altered.attempts) = (true, 1)
            streams.append(altered)
            steps.append(.setVolume(altered, altered.altered))
        }
        for (index, apps) in decision.muted.sorted(by: { $0.key < $1.key }) where !isTracked(.recording, index) {
            guard let stream = server.recording[index] else { continue }
            if let other = sibling(of: stream, .recording), known?.contains(index) == false {
                streams.append(other.of(stream))
                continue
            }
            // The user has muted this one.
            guard !stream.isMuted else { continue }
            var altered = AlteredStream(.recording, stream)
            (altered.apps, altered.isAsked, altered.attempts) = (apps, true, 1)
            streams.append(altered)
            steps.append(.setMuted(altered, true))
        }
    }
}
