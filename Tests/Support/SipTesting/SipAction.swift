// SPDX-License-Identifier: MIT

import BusTesting

/// An action that the registry has delivered.
struct SipAction {
    enum Kind: Equatable {
        /// A call to that address.
        case start(String)
        case answer
        case end
        case hold(Bool)
        case mute(Bool)
        case tones(String)
    }

    let kind: Kind
    let id: String
    /// The registry's id.
    let call: String

    /// nil = another signal.
    init?(_ signal: BusMessage) {
        guard signal.arguments.count > 3, let id = signal.arguments[1].string, let call = signal.arguments[2].string
        else { return nil }
        let value = signal.arguments[3]
        switch signal.member {
        case "PerformStartCallAction":
            // The handle may be without the scheme, as the command line gives it.
            let address = value[1]?.string ?? ""
            kind = .start(address.hasPrefix("sip:") ? address : "sip:" + address)
        case "PerformAnswerCallAction": kind = .answer
        case "PerformEndCallAction": kind = .end
        case "PerformSetHeldCallAction": kind = .hold(value.bool ?? false)
        case "PerformSetMutedCallAction": kind = .mute(value.bool ?? false)
        case "PerformPlayDTMFCallAction": kind = .tones(value.string ?? "")
        default: return nil
        }
        (self.id, self.call) = (id, call)
    }
}
