// SPDX-License-Identifier: MIT

/// A word of the contract as another program sent it. That program may be newer and know more words than this one, so
/// the text is kept. The text is empty if the sender has no word or withholds it.
public struct Received<Word: RawRepresentable & Sendable>: Hashable, Sendable, CustomStringConvertible
where Word.RawValue == String {
    /// The text as it was sent.
    public let text: String

    /// The word with that text. This program need not know it.
    public init(text: String) { self.text = text }
    /// A word that this program knows.
    public init(_ word: Word) { text = word.rawValue }

    /// Nil for an empty text and for a word that this program does not know.
    public var word: Word? { Word(rawValue: text) }
    /// Whether there is no word.
    public var isEmpty: Bool { text.isEmpty }
    /// The text.
    public var description: String { text }

    /// Whether it is that word.
    public static func == (received: Self, word: Word) -> Bool { received.text == word.rawValue }
    /// Whether it is not that word.
    public static func != (received: Self, word: Word) -> Bool { received.text != word.rawValue }
}
