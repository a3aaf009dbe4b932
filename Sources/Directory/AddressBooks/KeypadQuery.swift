// SPDX-License-Identifier: MIT

/// The digits that a person has dialed: the beginning of a number, or the keys that have the letters of a name.
package struct KeypadQuery {
    private let digits: [UInt8]
    private let beginnings: [[UInt8]]

    /// `digits` may have a plus sign before them. `beginnings` are those of the canonical keys of numbers that begin
    /// with the digits.
    package init(_ digits: String, beginnings: [String]) {
        self.digits = Array(digits.utf8)
        self.beginnings = ([digits] + beginnings).filter { !$0.isEmpty }.map { Array($0.utf8) }
    }

    /// The rank of a contact that fits by its number.
    static let numberRank = 2

    /// Smaller for a better match: the beginning of the name, then another word, then a number; nil for none.
    func rank(_ record: ContactRecord) -> Int? {
        let folded = record.folded
        // One digit is no beginning of a name.
        if digits.count > 1 {
            if spells(folded) { return 0 }
            let later = folded.indices.dropFirst()
            if later.contains(where: { folded[$0 - 1] == .space && spells(folded[$0...]) }) { return 1 }
        }
        let mayFit = beginnings.contains { record.mayHave($0) }
        return mayFit && record.keys.contains(where: fits) ? Self.numberRank : nil
    }

    func fits(_ key: String) -> Bool { beginnings.contains { key.utf8.starts(with: $0) } }

    /// Whether the keys of the letters begin with the digits.
    private func spells(_ letters: ArraySlice<UInt8>) -> Bool {
        letters.count >= digits.count && zip(digits, letters).allSatisfy { $0 == Self.key(of: $1) }
    }

    /// The key with that letter of a folded name (ITU-T E.161); the zero stands for a space.
    private static func key(of letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): keys[Int(letter - UInt8(ascii: "a"))]
        case .space: UInt8(ascii: "0")
        default: letter
        }
    }

    private static let keys = Array("22233344455566677778889999".utf8)
}
