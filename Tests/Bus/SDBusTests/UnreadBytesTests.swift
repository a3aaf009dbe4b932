// SPDX-License-Identifier: MIT
import Testing

@testable import SDBus

/// The estimate of what a connection has not read, without a bus.
struct UnreadBytesTests {
    private var unread = UnreadBytes(total: 1 << 20)

    @Test mutating func `A connection whose share shrinks is asked before it counts as one that does not read`() {
        unread.sent(300_000, to: "reader")
        expect(isOver: false)
        for other in 0..<4 { unread.sent(150_000, to: "other \(other)") }
        expect(isOver: true)
        unread.mark("reader")
        #expect(!unread.isOverSinceMark("reader") && !unread.isFarOver("reader"))
        unread.sent(70_000, to: "reader")
        #expect(unread.isOverSinceMark("reader") && !unread.isFarOver("reader"))
        // It is asked once more, and what it got since the first question counts.
        unread.mark("reader")
        unread.sent(70_000, to: "reader")
        #expect(unread.isFarOver("reader"))
        unread.set(0, for: "reader")
        expect(isOver: false)
    }

    @Test mutating func `What was sent after the question is unread, whatever the answer says`() {
        unread.sent(900_000, to: "reader")
        unread.mark("reader")
        unread.sent(400_000, to: "reader")
        unread.set(0, for: "reader")
        expect(isOver: true)
        unread.mark("reader")
        unread.set(0, for: "reader")
        #expect(unread.isEmpty)
    }

    private mutating func expect(isOver expected: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        let isOver = unread.isOver("reader")
        #expect(isOver == expected, sourceLocation: sourceLocation)
    }
}
