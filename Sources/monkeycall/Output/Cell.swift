import CallClient
// SPDX-License-Identifier: MIT
import CallInterface

/// A text that can be shown in less room than it needs.
struct Cell {
    /// Gives way first.
    private let head: String
    /// Whole as long as that is possible.
    private let tail: String

    /// Columns that the head keeps beside a tail that needs all of them.
    private static let narrowestHead = 4
    private static let gap = "  "

    /// A text that loses its end.
    init(_ text: String) { self.init(text, "") }

    /// Whom a call is with. The name gives way to the number or address, because anybody can call himself anything.
    init(_ call: CallRecord) { self.init(call.callerName, call.handle.value) }

    private init(_ head: String, _ tail: String) {
        // Neither is sent to a terminal as it is.
        (self.head, self.tail) = head.isEmpty ? (tail.printable, "") : (head.printable, tail.printable)
    }

    private var whole: String { tail.isEmpty ? head : head + Self.gap + tail }

    /// How many columns the whole text takes.
    var width: Int { whole.displayWidth }

    /// The text, at most so many columns wide.
    func text(in room: Int) -> String {
        guard !tail.isEmpty, width > room else { return whole.shortened(to: room) }
        let rest = room - Self.gap.displayWidth - tail.displayWidth
        let head = head.shortened(to: max(rest, Self.narrowestHead))
        return head + Self.gap + tail.shortened(to: room - Self.gap.displayWidth - head.displayWidth)
    }
}
