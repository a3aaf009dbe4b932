// SPDX-License-Identifier: MIT

internal import SDBus

/// Work that the loop does in pieces, so that a call that arrives meanwhile waits for one piece only.
final class PiecewiseWork {
    /// In microseconds. The deadline of a screened call is 100 ms.
    private static let piece: UInt64 = 4_000

    private let loop: EventLoop
    /// Does one step; false if nothing is left to do.
    private let step: () -> Bool
    private var timer: Timer?

    init(_ loop: EventLoop, _ step: @escaping () -> Bool) {
        self.loop = loop
        self.step = step
    }

    /// Begins to work in the next turn of the loop. Does nothing if the work has begun.
    func ask() {
        guard timer == nil else { return }
        timer = loop.timer(after: 0) { [unowned self] in work() }
        // Without memory for a timer the rest is done at once.
        if timer == nil { while step() {} }
    }

    private func work() {
        timer = nil
        let end = SystemClock.monotonic + Self.piece
        while step() {
            if SystemClock.monotonic >= end { return ask() }
        }
    }
}
