// SPDX-License-Identifier: MIT

/// The method calls that wait for their turn: a line for each connection, and an order of the lines.
struct WaitingCalls {
    private struct Call {
        let message: Message
        let size: Int
    }

    private struct Line {
        /// Those that have had their turn are nil.
        var calls: [Call?] = []
        /// The place of the first call that still waits.
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
    /// The connections whose turns come, the next one first.
    private var order: [String] = []
    private var nextInOrder = 0
    /// The bytes that the calls take.
    private var bytes: Shares
    /// What a call takes besides the bytes of its message.
    private static let overhead = 1_024

    init(bytes total: Int) { bytes = Shares(total: total, least: 16 << 10) }

    /// Whether no call waits.
    var isEmpty: Bool { lines.isEmpty }
    /// Whether a call could have its turn.
    var isReady: Bool { nextInOrder < order.count }
    /// What all calls take.
    var size: Int { bytes.sum }

    /// Whether calls of a connection wait.
    func has(_ sender: String) -> Bool { lines[sender] != nil }

    /// Puts a call at the end of its line. False if the line is too long; a small call that comes first is always taken.
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

    /// The connection whose turn it is. It is out of the order until `resume`.
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

    /// The first call of a connection, which waits no longer.
    mutating func takeFirst(of sender: String) -> Message? {
        guard let call = lines[sender]?.takeFirst() else { return nil }
        bytes.take(-call.size, by: sender)
        return call.message
    }

    /// All calls of a connection, which wait no longer. There is no line any more.
    mutating func takeAll(of sender: String) -> [Message] {
        bytes.set(0, for: sender)
        return lines.removeValue(forKey: sender)?.calls.compactMap { $0?.message } ?? []
    }

    /// The connection gets its turns again, after those of all others, if calls of it wait.
    mutating func resume(_ sender: String) {
        guard let line = lines[sender] else { return }
        if line.isEmpty { lines[sender] = nil } else { order.append(sender) }
    }
}
