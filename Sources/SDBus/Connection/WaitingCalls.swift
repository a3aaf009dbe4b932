// SPDX-License-Identifier: MIT

/// The method calls that wait for their turn: a line for each connection, and the order of the lines.
struct WaitingCalls {
    private struct Call {
        let message: Message
        let size: Int
    }

    private struct Line {
        /// Calls that had their turn are nil.
        var calls: [Call?] = []
        /// The index of the first call that waits.
        var first = 0

        var isEmpty: Bool { first == calls.count }

        mutating func takeFirst() -> Call? {
            guard !isEmpty else { return nil }
            let call = calls[first]
            calls[first] = nil
            first += 1
            if first * 2 > calls.count {
                calls.removeFirst(first)
                first = 0
            }
            return call
        }
    }

    private var lines: [String: Line] = [:]
    /// The connections that wait for a turn, the next one first.
    private var order: [String] = []
    private var nextInOrder = 0
    /// The bytes that the waiting calls take.
    private var bytes: Shares
    /// The bytes that a call takes besides its message.
    private static let overhead = 1_024

    init(bytes total: Int) { bytes = Shares(total: total, least: 16 << 10) }

    var isEmpty: Bool { lines.isEmpty }
    /// Whether a connection waits for a turn.
    var isReady: Bool { nextInOrder < order.count }
    /// The bytes of all calls.
    var size: Int { bytes.sum }

    /// Whether a connection has a line.
    func has(_ sender: String) -> Bool { lines[sender] != nil }

    /// Adds a call at the end of its line. False if the line is too long; a small first call is always accepted.
    mutating func append(_ message: Message, size: Int, from sender: String) -> Bool {
        let size = size + Self.overhead
        let isFirst = lines[sender]?.isEmpty ?? true
        bytes.take(size, by: sender)
        guard !bytes.isOver(sender) || (isFirst && size <= bytes.least) else {
            bytes.take(-size, by: sender)
            return false
        }
        if lines[sender] == nil {
            lines[sender] = Line()
            order.append(sender)
        }
        lines[sender]?.calls.append(Call(message: message, size: size))
        return true
    }

    /// Takes the connection that has the next turn out of the order, until `resume`.
    mutating func nextSender() -> String? {
        while isReady {
            let sender = order[nextInOrder]
            nextInOrder += 1
            if nextInOrder * 2 > order.count {
                order.removeFirst(nextInOrder)
                nextInOrder = 0
            }
            if lines[sender] != nil { return sender }
        }
        return nil
    }

    /// Removes the first call from a connection's line.
    mutating func takeFirst(of sender: String) -> Message? {
        guard let call = lines[sender]?.takeFirst() else { return nil }
        bytes.take(-call.size, by: sender)
        return call.message
    }

    /// Removes a connection's line with all its calls.
    mutating func takeAll(of sender: String) -> [Message] {
        bytes.set(0, for: sender)
        return lines.removeValue(forKey: sender)?.calls.compactMap { $0?.message } ?? []
    }

    /// Puts a connection at the end of the order if its line has calls; else removes the line.
    mutating func resume(_ sender: String) {
        guard let line = lines[sender] else { return }
        if line.isEmpty { lines[sender] = nil } else { order.append(sender) }
    }
}
