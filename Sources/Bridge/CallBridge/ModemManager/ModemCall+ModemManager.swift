// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import CallInterface
import SDBus

extension ModemCall {
    /// A call from its properties; nil while it is not dialled yet.
    init?(modemManager properties: [String: Variant]) {
        guard let number = properties[modemManager: .state]?.uint32,
            let state = State(modemManager: number, reason: properties[modemManager: .stateReason]?.uint32 ?? 0)
        else { return nil }
        let party = properties[modemManager: .number]?.string ?? ""
        self.init(
            state, outgoing: properties[modemManager: .direction]?.uint32 == 2, number: Limits().fitting(party))
    }
}

extension ModemCall.State {
    /// `MMCallState`; nil for `MM_CALL_STATE_UNKNOWN`: the call was created and is not dialled yet.
    init?(modemManager number: UInt32, reason: UInt32) {
        switch number {
        case 1: self = .dialing
        case 2: self = .alerting
        case 3: self = .incoming
        case 4: self = .active
        case 5: self = .held
        case 6: self = .waiting
        case 7: self = .ended(ModemCall.End(modemManager: reason))
        default: return nil
        }
    }
}

extension ModemCall.End {
    /// `MMCallStateReason`
    init(modemManager reason: UInt32) {
        switch reason {
        // ModemManager itself ended, transferred or deflected the call, for a program.
        case 4, 8, 9: self = .local
        case 5: self = .refused
        // An error of the modem, or of its sound.
        case 6, 7: self = .network
        // What most modems tell when the other side hangs up.
        default: self = .remote
        }
    }
}
