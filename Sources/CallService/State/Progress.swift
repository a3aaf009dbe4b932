// SPDX-License-Identifier: MIT

/// How far the service is with an event, as one word that it stores without a system call.
struct Progress {
    let event: UInt64
    /// The number of effects that the service began to perform; `all` = it has performed them.
    let begun: Int
    /// Whether the service handles an event.
    let isBusy: Bool

    static let all = 0xFF_FFFF
    static let busy: UInt64 = 1 << 63

    init(event: UInt64, begun: Int, isBusy: Bool) {
        self.event = event
        self.begun = min(begun, Self.all)
        self.isBusy = isBusy
    }

    init(_ word: UInt64) {
        isBusy = word & Self.busy != 0
        event = (word & ~Self.busy) >> 24
        begun = Int(word & UInt64(Self.all))
    }

    var word: UInt64 { (isBusy ? Self.busy : 0) | event << 24 | UInt64(begun) }
}
