// SPDX-License-Identifier: MIT

/// The words that a user searches for.
struct NameQuery {
    private let text: String
    private let words: [Word]

    private struct Word {
        let bytes: [UInt8]
        let mayBeInside: Bool
    }

    init(_ text: String) {
        self.text = NameFolding.folded(text)
        words = self.text.split(separator: " ").map {
            Word(bytes: Array($0.utf8), mayBeInside: NameFolding.hasNoSpaces($0.utf8))
        }
    }

    var isEmpty: Bool { words.isEmpty }

    /// Whether the words are the whole name of the contact.
    func isWhole(_ record: ContactRecord) -> Bool {
        record.folded.starts(with: text.utf8) && NameFolding.folded(record.contact.name) == text
    }

    /// Smaller for a better match; nil if a word is missing.
    func rank(_ folded: ArraySlice<UInt8>) -> Int? {
        var rank = 0
        for word in words {
            guard let own = self.rank(of: word, in: folded) else { return nil }
            rank += own
        }
        return rank
    }

    /// 0 at the beginning, 1 at the beginning of another word, 2 inside of a word.
    private func rank(of word: Word, in folded: ArraySlice<UInt8>) -> Int? {
        guard let first = word.bytes.first else { return 0 }
        var best: Int?
        for index in folded.indices where folded[index] == first && folded[index...].starts(with: word.bytes) {
            if index == folded.startIndex { return 0 }
            if folded[index - 1] == .space { best = 1 }
            if word.mayBeInside { best = best ?? 2 }
        }
        return best
    }
}
