// SPDX-License-Identifier: MIT

/// SplitMix64: the same seed gives the same rolls on every machine.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// 0 to `sides` - 1.
    mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(max(1, sides))) }

    /// A number in the range.
    mutating func roll(_ range: ClosedRange<UInt64>) -> UInt64 {
        range.lowerBound + next() % (range.upperBound - range.lowerBound + 1)
    }

    /// True once in `sides` times on average.
    mutating func chance(_ sides: Int) -> Bool { roll(sides) == 0 }

    mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: roll(elements.count))]
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
