// SPDX-License-Identifier: MIT

/// A phone as the telephony service of PipeWire 1.4 treats it: its calls, and the checks that `backend-native.c` makes
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
        case "SwapCalls": has(.active) && has(.held) && calls.change("2")
        case "HoldAndAnswer": has(.active) && has(.waiting) && calls.change("2")
        case "HangupAll": hangUpAll()
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
        case ("Hangup", .held): false
        case ("Hangup", .waiting): calls.change("0")
        case ("Hangup", _): hangUp()
        default: false
        }
    }

    private func has(_ state: ModemCalls.State) -> Bool { calls.calls.contains { $0.state == state } }

    /// If a call is held, PipeWire sends the command that also makes the held call talk.
    private mutating func hangUp() -> Bool { has(.held) ? calls.change("1") : calls.hangUp() }

    /// PipeWire sends one command for the calls that are held or wait, and one for the others.
    private mutating func hangUpAll() -> Bool {
        let hasSilent = has(.held) || has(.waiting)
        let hasOthers = has(.active) || has(.dialing) || has(.alerting) || has(.incoming)
        let isTaken = !hasSilent || calls.change("0")
        return hasOthers ? calls.hangUp() && isTaken : hasSilent && isTaken
    }

    private mutating func send(_ text: String) -> Bool {
        guard has(.active) else { return false }
        tones += text
        return true
    }
}

/// The calls of a modem as 3GPP TS 27.007 describes them: what the network and the AT commands change, and the lines
/// that the modem says.
struct ModemCalls {
    /// The numbers of `+CLCC`.
    enum State: Int {
        case active = 0
        case held
        case dialing
        case alerting
        case incoming
        case waiting

        /// Whether the user has not answered it.
        var isUnanswered: Bool { self == .incoming || self == .waiting }
    }

    struct Call {
        let index: Int
        let number: String
        let isIncoming: Bool
        var state: State
    }

    private(set) var calls: [Call] = []

    /// The call that rings, not one that waits.
    var ringing: Call? { calls.first { $0.state == .incoming } }

    /// The lines of `AT+CLCC`.
    var list: [String] {
        calls.map { call in
            let type = call.number.hasPrefix("+") ? 145 : 129
            let direction = call.isIncoming ? 1 : 0
            return "+CLCC: \(call.index),\(direction),\(call.state.rawValue),0,0,\"\(call.number)\",\(type)"
        }
    }

    // MARK: The network

    /// Somebody calls. A modem with a call says that the new one waits; else it rings.
    mutating func come(from number: String) -> [String] {
        let waits = !calls.isEmpty
        add(number, isIncoming: true, waits ? .waiting : .incoming)
        return waits ? ["+CCWA: \"\(number)\",145,1"] : ring
    }

    /// The lines that a modem repeats while it rings.
    var ring: [String] { ringing.map { ["RING", "+CLIP: \"\($0.number)\",145"] } ?? [] }

    /// The other side of a dialled call rings, or answers.
    mutating func advance(_ number: String, to state: State) {
        change({ $0.number == number }, to: state)
    }

    /// The other side of a call hangs up, gives up, or refuses.
    mutating func leave(_ number: String) -> [String] {
        let gone = remove { $0.number == number }
        // A modem says nothing of a caller that gives up: the ring stops.
        return gone.contains { !$0.state.isUnanswered } ? ["NO CARRIER"] : []
    }

    // MARK: Commands

    /// `ATA`
    mutating func answer() -> Bool { change({ $0.state == .incoming }, to: .active) }

    /// `ATD`. A modem with an active call holds it.
    mutating func dial(_ number: String) -> Bool {
        guard !calls.contains(where: { $0.state == .dialing || $0.state == .alerting }) else { return false }
        change({ $0.state == .active }, to: .held)
        add(number, isIncoming: false, .dialing)
        return true
    }

    /// `AT+CHUP`: the present call, or else the one that rings.
    mutating func hangUp() -> Bool {
        let present = calls.contains { $0.state == .active || $0.state == .dialing || $0.state == .alerting }
        return !remove { present ? !$0.state.isUnanswered && $0.state != .held : $0.state != .held }.isEmpty
    }

    /// `AT+CHLD`. Returns whether the modem performed it.
    mutating func change(_ operation: String) -> Bool {
        let index = Int(operation.dropFirst())
        switch (operation.first, index) {
        case ("0", nil):
            // A call that waits comes before those that are held.
            let waits = calls.contains { $0.state.isUnanswered }
            return !remove { waits ? $0.state.isUnanswered : $0.state == .held }.isEmpty
        case ("1", nil):
            let removed = remove { $0.state == .active }
            return accept() || !removed.isEmpty
        case ("1", let index?): return !remove { $0.index == index }.isEmpty
        case ("2", nil): return swap()
        case ("3", nil): return change({ $0.state == .held }, to: .active)
        default: return false
        }
    }

    /// Holds the active calls, and talks to the one that waits, or else to the held ones.
    private mutating func swap() -> Bool {
        let active = calls.filter { $0.state == .active }.map(\.index)
        let accepted = accept()
        let held = change({ active.contains($0.index) }, to: .held)
        return accepted || held
    }

    private mutating func accept() -> Bool {
        let waits = calls.contains { $0.state.isUnanswered }
        return change({ waits ? $0.state.isUnanswered : $0.state == .held }, to: .active)
    }

    private mutating func add(_ number: String, isIncoming: Bool, _ state: State) {
        let free = (1...7).first { index in !calls.contains { $0.index == index } } ?? 7
        calls.append(Call(index: free, number: number, isIncoming: isIncoming, state: state))
    }

    @discardableResult
    private mutating func change(_ matches: (Call) -> Bool, to state: State) -> Bool {
        let found = calls.indices.filter { matches(calls[$0]) }
        for index in found { calls[index].state = state }
        return !found.isEmpty
    }

    private mutating func remove(_ matches: (Call) -> Bool) -> [Call] {
        let gone = calls.filter(matches)
        calls.removeAll(where: matches)
        return gone
    }
}
