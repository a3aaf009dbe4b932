// SPDX-License-Identifier: MIT

/// A method call that waits for its turn.
struct WaitingCall {
    let message: Message
    let size: Int
    /// Why it will be refused.
    var refusal: CallRefusal?
}

/// The method calls that wait for their turn: a line for each connection, and the order of the lines.
struct WaitingCalls {
    private var lines: [String: WaitingLine<WaitingCall>] = [:]
    /// The connections that wait for a turn.
    private var order = TurnOrder()
    /// The bytes that the waiting calls take.
    private var bytes: Shares
    /// The bytes that a call takes besides its message.
    private static let overhead = 1_024

    init(bytes total: Int) { bytes = Shares(total: total, least: 16 << 10) }

    var isEmpty: Bool { lines.isEmpty }
    /// Whether a connection waits for a turn.
    var isReady: Bool { !order.isEmpty }
    /// The bytes of all calls.
    var size: Int { bytes.sum }

    /// Whether a connection has a line.
    func has(_ sender: String) -> Bool { lines[sender] != nil }

    /// Adds a call at the end of its line; `resume` lets a new line take its first turn. False if the line is too long;
    /// a small first call is always accepted.
    mutating func append(_ call: WaitingCall, from sender: String) -> Bool {
        let size = size(of: call)
        let isFirst = lines[sender]?.isEmpty ?? true
        bytes.take(size, by: sender)
        guard !bytes.isOver(sender) || (isFirst && size <= bytes.least) else {
            bytes.take(-size, by: sender)
            return false
        }
        lines[sender, default: WaitingLine()].append(call)
        return true
    }

    private func size(of call: WaitingCall) -> Int { call.size + Self.overhead }

    /// Takes the connection that has the next turn out of the order, until `resume`.
    mutating func nextSender(ofUser mayHaveTurn: (UInt32) -> Bool) -> String? {
        while let sender = order.takeNext(ofUser: mayHaveTurn) {
            if lines[sender] != nil { return sender }
        }
        return nil
    }

    /// Removes the first call from a connection's line.
    mutating func takeFirst(of sender: String) -> WaitingCall? {
        guard let call = lines[sender]?.takeFirst() else { return nil }
        bytes.take(-size(of: call), by: sender)
        return call
    }

    /// Removes a connection's line with all its calls.
    mutating func takeAll(of sender: String) -> [Message] {
        bytes.set(0, for: sender)
        return lines.removeValue(forKey: sender)?.waiting.map(\.message) ?? []
    }

    /// Removes the line of a connection if it has no calls. False if it has some.
    mutating func removeEmpty(_ sender: String) -> Bool {
        guard lines[sender]?.isEmpty ?? true else { return false }
        lines[sender] = nil
        return true
    }

    /// Puts a connection whose line has calls at the end of the order.
    mutating func resume(_ sender: String, of peer: Peer) {
        if lines[sender] != nil { order.append(sender, of: peer) }
    }
}
