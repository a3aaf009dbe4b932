// SPDX-License-Identifier: MIT

import CallInterface
import PulseAudio

/// Whether a call that rings can be heard, as the sound server shows it.
///
/// The verdict comes a second after the ring has begun, or after what the server shows has changed: a new stream is
/// silent for a moment, until the server has given it the volume that it remembers. What is unknown is no fault. The
/// verdict stays after the ring, so that the user can still learn why nothing was heard.
struct RingCheck: Hashable {
    enum Obstacle: Hashable {
        /// There is no sound server, or it has no device.
        case noDevice
        /// The user has muted the sounds of calls, or has turned them down.
        case silentRing
        /// The user has muted that device, or has turned it down.
        case silentDevice(String)

        var problem: AgentProblem {
            switch self {
            case .noDevice: .noSoundDevice
            case .silentRing: .ringMuted
            case .silentDevice: .ringDeviceMuted
            }
        }
    }

    /// What is known of the sound server.
    enum Server {
        case state(SoundServerState)
        case none
        /// It has not answered yet.
        case unknown
    }

    private enum View: Hashable {
        case unknown, heard
        case unheard(Obstacle)
    }

    /// In microseconds.
    static let moment: UInt64 = 1_000_000

    /// The last verdict: why a ring was not heard. Nil if it was heard, as far as that is known.
    private(set) var obstacle: Obstacle?
    /// The present ring is not heard, because the user has muted it or its device.
    private(set) var isMuted = false
    /// When to look again although nothing changes; nil = not at all.
    private(set) var deadline: UInt64?
    private var isRinging = false
    /// The last view of this ring that was not unknown.
    private var view = View.unknown

    /// `rings`: the agent plays the sound of a call that rings. `now` is in microseconds.
    mutating func look(at server: Server, rings: Bool, now: UInt64) {
        if let obstacle, Self.isOver(obstacle, server) {
            (self.obstacle, isMuted, view, deadline) = (nil, false, .unknown, now + Self.moment)
        }
        guard rings else { return (isRinging, view, deadline, isMuted) = (false, .unknown, nil, false) }
        if !isRinging { (isRinging, deadline) = (true, now + Self.moment) }
        let present = Self.view(of: server)
        if present != .unknown, present != view { (view, deadline) = (present, now + Self.moment) }
        guard let deadline, now >= deadline else { return }
        judge()
        // A server that does not come is found by no change.
        self.deadline = view == .unknown ? now + Self.moment : nil
    }

    private mutating func judge() {
        switch view {
        case .unknown: break
        case .heard: (obstacle, isMuted) = (nil, false)
        case .unheard(let new): (obstacle, isMuted) = (new, new != .noDevice)
        }
    }

    private static func view(of server: Server) -> View {
        switch server {
        case .unknown: return .unknown
        case .none: return .unheard(.noDevice)
        case .state(let state):
            guard state.hasDevice else { return .unheard(.noDevice) }
            let obstacles = RingIdentity.playing(in: state).map { obstacle(of: $0, state) }
            // Of several outputs one is enough.
            guard let first = obstacles.first else { return .unknown }
            guard !obstacles.contains(nil), let first else { return .heard }
            return .unheard(first)
        }
    }

    private static func obstacle(of stream: SoundServerState.Stream, _ server: SoundServerState) -> Obstacle? {
        if stream.isMuted || isZero(stream.volume) { return .silentRing }
        guard let device = stream.device.flatMap({ server.sinks[$0] }), isSilent(device) else { return nil }
        return .silentDevice(device.name)
    }

    /// Whether the server shows without a ring that the next one can be heard.
    private static func isOver(_ obstacle: Obstacle, _ server: Server) -> Bool {
        guard case .state(let state) = server else { return false }
        return switch obstacle {
        case .noDevice: state.hasDevice
        // Only the next ring shows it.
        case .silentRing: false
        case .silentDevice(let name): state.sink(named: name).map { !isSilent($0) } ?? true
        }
    }

    private static func isSilent(_ device: SoundServerState.Device) -> Bool {
        device.isMuted || isZero(device.volume)
    }

    private static func isZero(_ volume: [UInt32]?) -> Bool {
        guard let volume, !volume.isEmpty else { return false }
        return volume.allSatisfy { $0 == 0 }
    }
}
