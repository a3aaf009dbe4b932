// SPDX-License-Identifier: MIT

/// A phone as the telephony service of PipeWire treats it: its calls, and the checks that `backend-native.c` makes
/// before it sends a command to the phone. Pure: a method goes in, the calls change.
struct SimulatedPhone {
    let address: String
    var calls = ModemCalls()
    /// The DTMF digits that were sent.
    private(set) var tones = ""
    /// The methods that the phone was asked to perform on calls, in order.
    private(set) var asked: [String] = []

    init(_ address: String) { self.address = address }

    /// The properties of the calls, by the number at the end of the path.
    var listed: [Int: [String: String]] {
        Dictionary(
            uniqueKeysWithValues: calls.calls.map {
                ($0.index, ["LineIdentification": $0.number, "State": "\($0.state)"])
            })
    }

    /// Performs a method of the phone. Returns false where PipeWire says InvalidState or the phone ERROR.
    mutating func perform(_ method: String, _ text: String) -> Bool {
        asked.append(method)
        return switch method {
        case "Dial": calls.dial(text)
        case "SwapCalls": has(.held) && calls.change("2")
        case "HoldAndAnswer": has(.active) && has(.waiting) && calls.change("2")
        case "SendTones": send(text)
        default: false
        }
    }

    /// Performs a method of a call.
    mutating func perform(_ method: String, of index: Int) -> Bool {
        asked.append(method)
        guard let call = calls.calls.first(where: { $0.index == index }) else { return false }
        return switch (method, call.state) {
        case ("Answer", .incoming): calls.answer()
        case ("Hangup", .held), ("Hangup", .waiting): calls.change("0")
        case ("Hangup", _): hangUp()
        default: false
        }
    }

    private func has(_ state: ModemCalls.State) -> Bool { calls.calls.contains { $0.state == state } }

    /// If a call is held, PipeWire sends the command that also makes the held call talk.
    private mutating func hangUp() -> Bool { has(.held) ? calls.change("1") : calls.hangUp() }

    private mutating func send(_ text: String) -> Bool {
        guard has(.active) else { return false }
        tones += text
        return true
    }
}
