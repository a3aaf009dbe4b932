// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import CallInterface
import SDBus

extension ModemCall {
    /// A call from its properties; nil if its state is none that oFono documents. A dialled call is outgoing until it
    /// connects, and then nothing tells. `end` is what oFono has said of its end.
    init?(ofono properties: [String: Variant], end: End) {
        guard let word = properties[ofono: .state]?.string, let state = State(ofono: word, end) else { return nil }
        let party = properties[ofono: .lineIdentification]?.string ?? ""
        self.init(
            state, outgoing: state == .dialing || state == .alerting,
            number: party == Self.withheld ? "" : Limits().fitting(party))
        name = Limits().fitting(properties[ofono: .name]?.string ?? "")
        isEmergency = properties[ofono: .emergency]?.bool ?? false
    }

    /// What oFono writes in place of a number that the caller withholds.
    private static let withheld = "withheld"
}

extension ModemCall.State {
    fileprivate init?(ofono word: String, _ end: ModemCall.End) {
        switch word {
        case "dialing": self = .dialing
        case "alerting": self = .alerting
        case "incoming": self = .incoming
        case "waiting": self = .waiting
        case "active": self = .active
        case "held": self = .held
        case "disconnected": self = .ended(end)
        default: return nil
        }
    }
}

extension ModemCall.End {
    /// A `DisconnectReason`.
    init(ofono word: String) {
        switch word {
        case "local": self = .local
        case "remote": self = .remote
        case "network": self = .network
        default: self = .unknown
        }
    }
}
