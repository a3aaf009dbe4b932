// SPDX-License-Identifier: MIT

import Foundation
import SDBus

/// A network on the session bus: copies of the app call each other by their addresses.
@MainActor
final class BusNetwork: CallNetwork {
    weak var delegate: (any CallNetworkDelegate)?
    private let address: String
    private let line: BusLine
    private var legs: [UUID: Leg] = [:]

    /// This side of a call. The two sides use different UUIDs, because both may be known to the same service.
    private struct Leg {
        /// The identifier that both sides use.
        let identifier: String
        /// The other side: its well-known name, and its unique name as soon as that is known.
        var peer: String
    }

    /// Throws if another copy has the address.
    init(address: String) throws(BusError) {
        self.address = address
        line = try BusLine(name: BusLine.name(of: address))
        line.start { [weak self] event in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.heard(event) } }
        }
    }

    // MARK: From this side

    func invite(_ handle: Party, to call: UUID, video: Bool) {
        let leg = Leg(identifier: call.uuidString, peer: BusLine.name(of: handle.value))
        legs[call] = leg
        line.send(.invite(from: address, video: video), for: leg.identifier, to: leg.peer)
    }

    func ring(_ call: UUID) { send(.ringing, for: call) }

    func accept(_ call: UUID) { send(.accepted, for: call) }

    func hangUp(_ call: UUID) {
        send(.hungUp, for: call)
        legs[call] = nil
    }

    func play(_ digits: String, in call: UUID) { send(.tones(digits), for: call) }

    private func send(_ signal: BusLine.Signal, for call: UUID) {
        if let leg = legs[call] { line.send(signal, for: leg.identifier, to: leg.peer) }
    }

    // MARK: From the other side

    private func heard(_ event: BusLine.Event) {
        switch event {
        case .received(.invite(let from, let video), let identifier, let sender):
            let call = UUID()
            legs[call] = Leg(identifier: identifier, peer: sender)
            delegate?.networkReceivedInvitation(to: call, from: Party(guessing: from), name: nil, video: video)
        case .received(let signal, let identifier, let sender):
            guard let call = legs.first(where: { $0.value.identifier == identifier && $0.value.peer == sender })?.key
            else { return }
            heard(signal, in: call)
        case .invited(let identifier, let peer):
            for (call, leg) in legs where leg.identifier == identifier && !leg.peer.hasPrefix(":") {
                legs[call]?.peer = peer
            }
        case .unreachable(let identifier):
            for (call, leg) in legs where leg.identifier == identifier { lose(call, .failed) }
        case .gone(let peer):
            for (call, leg) in legs where leg.peer == peer { lose(call, .failed) }
        }
    }

    private func heard(_ signal: BusLine.Signal, in call: UUID) {
        switch signal {
        case .ringing: delegate?.networkStartedConnecting(call)
        case .accepted: delegate?.networkConnected(call)
        case .tones(let digits): delegate?.networkReceived(digits, in: call)
        case .hungUp: lose(call, .remoteEnded)
        case .invite: break
        }
    }

    private func lose(_ call: UUID, _ reason: ActiveCall.EndReason) {
        legs[call] = nil
        delegate?.networkEnded(call, because: reason)
    }
}
