// SPDX-License-Identifier: MIT
import CallClient
import CallInterface

/// A text that a table can shorten.
struct Cell {
    /// Shrinks first.
    private let head: String
    /// Stays whole if possible.
    private let tail: String

    /// Columns that the head keeps beside a tail that needs all of them.
    private static let narrowestHead = 4
    private static let gap = "  "

    /// A text that loses its end.
    init(_ text: String) { self.init(text, "") }

    /// The other side of a call. The name shrinks before the number or address, because a caller can choose any name.
    init(_ call: CallRecord) { self.init(call.callerName, call.handle.value) }

    private init(_ head: String, _ tail: String) {
        // Both are texts of an app: make them printable.
        (self.head, self.tail) = head.isEmpty ? (tail.printable, "") : (head.printable, tail.printable)
    }

    private var whole: String { tail.isEmpty ? head : head + Self.gap + tail }

    /// The columns of the whole text.
    var width: Int { whole.displayWidth }

    /// The text, at most so many columns wide.
    func text(in room: Int) -> String {
        guard !tail.isEmpty, width > room else { return whole.shortened(to: room) }
        let rest = room - Self.gap.displayWidth - tail.displayWidth
        let head = head.shortened(to: max(rest, Self.narrowestHead))
        return head + Self.gap + tail.shortened(to: room - Self.gap.displayWidth - head.displayWidth)
    }
}
