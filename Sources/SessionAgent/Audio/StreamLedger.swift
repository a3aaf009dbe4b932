// SPDX-License-Identifier: MIT

import CallClient
import PulseAudio

/// What was altered at the sound server, and what is to be done next about it. It only decides.
///
/// Everything follows from what streams look like now, so that an agent that was killed at any moment goes on from what
/// the journal says.
struct StreamLedger: Hashable {
    /// What the server is to be asked for.
    enum Step: Hashable {
        case setVolume(AlteredStream, [UInt32])
        case setMuted(AlteredStream, Bool)
        /// The stream is as it was. The server notes that a moment later, and not at all when the stream ends before:
        /// so it is to be looked at again.
        case linger(AlteredStream)
        /// The stream has ended as it was altered, and the server would give the next one of its kind the same volume.
        case mend(AlteredStream)
    }

    var streams: [AlteredStream] = []
    /// Recording that was there before; nil = all there is.
    private var known: Set<UInt32>?
    /// A stream that is unmuted again and again is the app's will: it is said, and not fought for ever.
    static let attempts = 10

    /// What is to be done. The ledger is as it will be then, so it is to be written down before.
    mutating func update(
        _ wishes: StreamWishes, _ decision: StreamWishes.Decision, _ server: SoundServerState.Streams
    ) -> [Step] {
        var steps: [Step] = []
        adopt(server)
        streams = streams.compactMap { altered in
            guard !altered.isAsked else { return altered }
            guard let stream = Self.stream(of: altered, in: server) else {
                return updateEnded(altered, wishes, server, &steps)
            }
            return switch altered.kind {
            case .playback:
                updatePlayback(
                    altered, stream, decision.ducked.contains(stream.index) ? wishes.duckOthers : nil, &steps)
            case .recording: updateRecording(altered, stream, decision.muted[stream.index], &steps)
            }
        }
        alterMore(wishes, decision, server, &steps)
        known = Set(server.recording.keys)
        return steps
    }

    /// The server has answered, and its copy shows it.
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

    /// Another server, or another time: nothing of what was asked is answered any more.
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

    // MARK: Streams that were altered

    private func updatePlayback(
        _ altered: AlteredStream, _ stream: SoundServerState.Stream, _ percent: UInt32?, _ steps: inout [Step]
    ) -> AlteredStream? {
        let isWanted = percent != nil
        var altered = isWanted ? altered.renewed : altered
        let isAltered = altered.isAltered(stream)
        if isAltered { (altered.isSeen, altered.isReleased) = (true, false) }
        switch (isWanted, isAltered) {
        case (true, true):
            let levels = altered.own.map { Self.part($0, percent ?? 100) }
            // The user wants another volume than when it was altered.
            guard !AlteredStream.areEqual(levels, altered.altered) else { break }
            (altered.altered, altered.isSeen, altered.isAsked, altered.attempts) = (levels, false, true, 1)
            steps.append(.setVolume(altered, levels))
        case (true, false) where altered.isReleased: break
        case (true, false):
            // Once: where it is put back again, that is what the user wants.
            guard !altered.isSeen, altered.isOwn(stream), altered.attempts == 0 else {
                altered.isReleased = true
                break
            }
            (altered.isAsked, altered.attempts) = (true, 1)
            steps.append(.setVolume(altered, altered.altered))
        case (false, true):
            // One that refuses cannot be helped.
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

    // MARK: Streams that have ended

    private static func stream(
        of altered: AlteredStream, in server: SoundServerState.Streams
    ) -> SoundServerState.Stream? {
        let streams = altered.kind == .playback ? server.playback : server.recording
        guard let stream = streams[altered.index] else { return nil }
        // Another server may have given the number to another stream.
        return StreamIdentity(stream).isSame(as: altered.identity) ? stream : nil
    }

    /// Gives what is known of a stream that has ended to the next one of its kind, which has got its volume.
    private mutating func adopt(_ server: SoundServerState.Streams) {
        for place in streams.indices where Self.stream(of: streams[place], in: server) == nil {
            let altered = streams[place]
            guard !altered.isReleased else { continue }
            let candidates = altered.kind == .playback ? server.playback : server.recording
            let next = candidates.values.sorted { $0.index < $1.index }.first {
                !isTracked(altered.kind, $0.index) && StreamIdentity($0).isSame(as: altered.identity)
                    && $0.device != nil && altered.isAltered($0)
            }
            guard let next else { continue }
            // What is being done about the last one is of no use any more.
            streams[place] = altered.of(next)
        }
    }

    private func updateEnded(
        _ altered: AlteredStream, _ wishes: StreamWishes, _ server: SoundServerState.Streams,
        _ steps: inout [Step]
    ) -> AlteredStream? {
        guard !altered.isReleased, altered.attempts < 2 * Self.attempts else { return nil }
        // What the server remembers of a microphone is right as long as its app is to be silent.
        if altered.kind == .recording,
            wishes.muted.contains(where: { altered.apps.contains($0.provider.identifier) })
        {
            return altered
        }
        // The server remembers what the last one was set to.
        let others = altered.kind == .playback ? server.playback : server.recording
        let hasSuccessor = others.values.contains {
            $0.device != nil && StreamIdentity($0).isSame(as: altered.identity)
                && (isTracked(altered.kind, $0.index) || !altered.isAltered($0))
        }
        if hasSuccessor { return nil }
        var altered = altered
        altered.isAsked = true
        steps.append(.mend(altered))
        return altered
    }

    // MARK: Streams to be altered

    private static func part(_ level: UInt32, _ percent: UInt32) -> UInt32 {
        UInt32(UInt64(level) * UInt64(percent) / 100)
    }

    /// One of the same kind that was altered before this one came, so that the server has given this one the same.
    private func sibling(of stream: SoundServerState.Stream, _ kind: AlteredStream.Kind) -> AlteredStream? {
        streams.first {
            $0.kind == kind && $0.isSeen && !$0.isReleased && $0.isAltered(stream)
                && StreamIdentity(stream).isSame(as: $0.identity)
        }
    }

    private mutating func alterMore(
        _ wishes: StreamWishes, _ decision: StreamWishes.Decision, _ server: SoundServerState.Streams,
        _ steps: inout [Step]
    ) {
        for index in decision.ducked.sorted() where !isTracked(.playback, index) {
            // A stream that is not connected yet may get the volume of the last one in a moment.
            guard let percent = wishes.duckOthers, let stream = server.playback[index], stream.device != nil,
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
            // What is mute already, the user has muted himself.
            guard !stream.isMuted else { continue }
            var altered = AlteredStream(.recording, stream)
            (altered.apps, altered.isAsked, altered.attempts) = (apps, true, 1)
            streams.append(altered)
            steps.append(.setMuted(altered, true))
        }
    }
}
