// SPDX-License-Identifier: MIT

/// How far the service is with an event, as one word that it stores without a system call.
struct Progress {
    let event: UInt64
    /// The number of effects that the service began to perform; `all` = it has performed them.
    let begun: Int

    static let all = 0xFF_FFFF
    /// Earlier versions noted in the highest bit that an event was at hand.
    private static let atHand: UInt64 = 1 << 63

    init(event: UInt64, begun: Int) {
        self.event = event
        self.begun = min(begun, Self.all)
    }

    init(_ word: UInt64) {
        event = (word & ~Self.atHand) >> 24
        begun = Int(word & UInt64(Self.all))
    }

    var word: UInt64 { event << 24 | UInt64(begun) }
}
