// SPDX-License-Identifier: MIT

package import CallContract

/// A call as a modem shows it.
package struct ModemCall: Hashable, Sendable {
    package var state: State
    /// Whether this side placed it.
    package var outgoing: Bool
    /// The number of the other side; empty if it is withheld.
    package var number: String
    /// The name of the other side, as the network tells it; empty if it tells none.
    package var name = ""
    /// Whether it is an emergency call.
    package var isEmergency = false

    package init(_ state: State, outgoing: Bool, number: String) {
        (self.state, self.outgoing, self.number) = (state, outgoing, number)
    }

    package enum State: Hashable, Sendable {
        /// Exits: alerting, active, ended.
        case dialing
        /// Exits: active, ended.
        case alerting
        /// It rings, and the modem has no other call. Exits: active, ended.
        case incoming
        /// It rings while the modem has another call. Exits: incoming, active, ended.
        case waiting
        /// Exits: held, ended.
        case active
        /// Exits: active, ended.
        case held
        case ended(End)
    }

    /// How a call ended, as far as the modem tells.
    package enum End: Hashable, Sendable, CaseIterable {
        /// On this side.
        case local
        case remote
        /// The other side is busy or refused.
        case refused
        case network
        case unknown
    }
}

extension ModemCall {
    /// Keeps what the modem showed of the same call before, and may not show again: a call that this side placed stays
    /// one.
    mutating func keep(_ before: ModemCall?) {
        guard let before else { return }
        outgoing = outgoing || before.outgoing
        isEmergency = isEmergency || before.isEmergency
    }
}

extension ModemCall.State {
    /// Whether the call has connected and is not over.
    var isConnected: Bool {
        switch self {
        case .active, .held: true
        case .dialing, .alerting, .incoming, .waiting, .ended: false
        }
    }

    /// The state for the table. `before` is the last one that the modem showed.
    func source(after before: ModemCall.State?) -> SourceState {
        switch self {
        case .dialing: .dialing
        case .alerting: .alerting
        case .incoming, .waiting: .incoming
        case .active: .active
        case .held: .held
        case .ended(let end): .ended(end.reason(after: before ?? .dialing))
        }
    }
}

extension ModemCall.End {
    /// `before` is the last state that the modem showed.
    func reason(after before: ModemCall.State) -> EndedReason {
        switch (self, before) {
        case (.local, _): .localEnded
        case (.refused, _): .remoteEnded
        case (.network, _): .failed
        // The other side did not even ring.
        case (.remote, .dialing), (.unknown, .dialing): .failed
        // A caller that gives up, or a callee that does not answer.
        case (.remote, .alerting), (.remote, .incoming), (.remote, .waiting), (.unknown, .alerting),
            (.unknown, .incoming), (.unknown, .waiting):
            .unanswered
        case (.remote, .active), (.remote, .held), (.remote, .ended): .remoteEnded
        case (.unknown, .active), (.unknown, .held), (.unknown, .ended): .unknown
        }
    }
}

/// The emergency numbers of modems.
package enum ModemNumber {
    /// The numbers that a modem treats as emergency calls: those that the modem or its SIM name, as far as a service
    /// takes them, and those of every mobile network.
    package static func emergencyNumbers(named numbers: [String], _ limits: Limits = Limits()) -> [String] {
        var all = EmergencyNumbers.everywhere
        for number in numbers where limits.allowsEmergencyNumber(number) && !all.contains(number) {
            guard all.count < limits.emergencyNumbers else { break }
            all.append(number)
        }
        return all
    }
}
