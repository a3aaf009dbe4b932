// SPDX-License-Identifier: MIT

/// A word of the contract as another program sent it. That program may be newer and know more words than this one:
/// the text is kept, and `word` is nil for a text that is not known here. The text is empty where the sender has no word or
/// withholds it.
public struct Received<Word: RawRepresentable & Sendable>: Hashable, Sendable, CustomStringConvertible
where Word.RawValue == String {
    public let text: String

    public init(text: String) { self.text = text }
    public init(_ word: Word) { text = word.rawValue }

    /// Nil for an empty text and for a word that is not known here.
    public var word: Word? { Word(rawValue: text) }
    public var isEmpty: Bool { text.isEmpty }
    public var description: String { text }

    public func isOne(of words: Word...) -> Bool { words.contains { $0.rawValue == text } }

    public static func == (received: Self, word: Word) -> Bool { received.text == word.rawValue }
    public static func != (received: Self, word: Word) -> Bool { received.text != word.rawValue }
}

extension Sequence {
    /// Whether one of the received words is that one.
    public func contains<Word>(_ word: Word) -> Bool where Element == Received<Word> { contains { $0 == word } }
}
