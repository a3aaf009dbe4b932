// SPDX-License-Identifier: MIT

import PulseAudio

/// How loud one ring is, if the user's settings say so. It asks the sound server for the volume of each of its streams,
/// as a mixer does. A volume that the user sets during the ring counts until its end. A stream that is muted, or at
/// volume 0, stays as it is.
struct RingLevel {
    struct Plan: Hashable {
        /// In percent; 100 = what the mixer says.
        var percent: UInt32 = 100
        /// How long the ring becomes louder, in microseconds; 0 = it does not.
        var fadeIn: UInt64 = 0

        /// The mixer alone says how loud the ring is.
        var isMixers: Bool { percent == 100 && fadeIn == 0 }
        /// 65536 = 100 %.
        var last: UInt32 { percent * 65_536 / 100 }
        /// That of a ring that becomes louder when it begins, about 24 dB below the last one.
        var first: UInt32 { fadeIn == 0 ? last : last * 2 / 5 }
    }

    private static let steps: UInt64 = 10

    let plan: Plan
    /// Also without settings: the server remembers a volume that the user has not set.
    private let isForced: Bool
    private let beginning: UInt64
    /// What the server was asked for, by the index of the stream.
    private var asked: [UInt32: Request] = [:]
    /// The user has set another volume.
    private(set) var isUsers = false

    private struct Request {
        /// What the stream had before.
        let old: UInt32
        let new: UInt32
        /// The server has shown the new volume.
        var isDone = false
    }

    /// Whether the server was asked for the volume of a stream, or a stream had it already.
    var hasActed: Bool { !asked.isEmpty }

    /// `now` is in microseconds.
    init(_ plan: Plan, isForced: Bool = false, now: UInt64) {
        (self.plan, self.isForced, beginning) = (plan, isForced, now)
    }

    /// When it becomes louder; nil = it does not any more.
    func deadline(after now: UInt64) -> UInt64? {
        guard plan.fadeIn > 0, !isUsers, now < beginning + plan.fadeIn else { return nil }
        return beginning + plan.fadeIn * (step(now) + 1) / Self.steps
    }

    private func step(_ now: UInt64) -> UInt64 {
        guard plan.fadeIn > 0 else { return Self.steps }
        return min(now - min(now, beginning), plan.fadeIn) * Self.steps / plan.fadeIn
    }

    /// 65536 = 100 %.
    func level(at now: UInt64) -> UInt32 {
        plan.first + (plan.last - plan.first) * UInt32(step(now)) / UInt32(Self.steps)
    }

    /// What to ask the server for.
    mutating func look(at server: SoundServerState, now: UInt64) -> [SoundOperation] {
        guard isForced || !plan.isMixers, !isUsers else { return [] }
        let level = level(at: now)
        var operations: [SoundOperation] = []
        for stream in RingIdentity.playing(in: server) where !stream.isMuted {
            guard let volume = stream.volume, let present = volume.max(), present > 0 else { continue }
            if let request = asked[stream.index], !Self.isSame(present, request.new) {
                if request.isDone {
                    isUsers = true
                    return []
                }
                // The server has not answered yet. A third volume is the one that it remembers.
                if Self.isSame(present, request.old) { continue }
            }
            asked[stream.index] = Request(old: present, new: level, isDone: Self.isSame(present, level))
            guard !Self.isSame(present, level) else { continue }
            operations.append(.setPlaybackVolume(stream.index, volume.map { _ in level }))
        }
        return operations
    }

    /// Servers convert volumes, so they may be off by a little.
    private static func isSame(_ a: UInt32, _ b: UInt32) -> Bool { max(a, b) - min(a, b) <= 655 }
}
