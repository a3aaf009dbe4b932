// SPDX-License-Identifier: MIT

import DirectoryCore

/// The text of a desktop search, without the verb: "call ada", "Ada anrufen" and "ada" look for Ada.
struct SearchWords: Hashable {
    /// Words of a name, or a number; never empty.
    let text: String
    /// Whether the user wrote that it is about a call.
    let hasVerb: Bool

    /// No name has more bytes, and each word is looked for in every name.
    private static let longest = 256

    /// Returns nil if there is nothing to look for. `verbs` are folded.
    init?(_ terms: [String], verbs: [String]) {
        guard terms.reduce(0, { $0 + $1.utf8.count + 1 }) <= Self.longest + 1 else { return nil }
        var words = terms.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init)
        let count = words.count
        if words.count > 1, let first = words.first, verbs.contains(TextFolding.fold(first)) { words.removeFirst() }
        if words.count > 1, let last = words.last, verbs.contains(TextFolding.fold(last)) { words.removeLast() }
        let glued = words.first.flatMap { Self.withoutVerb($0, verbs) }
        if words.count == count, let glued { words[0] = glued }
        (text, hasVerb) = (words.joined(separator: " "), words.count < count || glued != nil)
        if text.isEmpty { return nil }
    }

    /// Scripts without spaces write the verb and the name as one word.
    private static func withoutVerb(_ word: String, _ verbs: [String]) -> String? {
        let verb = verbs.first { verb in
            verb.unicodeScalars.allSatisfy { $0.properties.isIdeographic } && word.hasPrefix(verb) && word != verb
        }
        return verb.map { String(word.dropFirst($0.count)) }
    }

    /// A regular expression for the texts that have a verb.
    static func pattern(_ verbs: [String]) -> String {
        let isGlued = { (verb: String) in verb.unicodeScalars.allSatisfy { $0.properties.isIdeographic } }
        let spaced = verbs.filter { !isGlued($0) }.joined(separator: "|")
        let glued = verbs.filter(isGlued).map { "|^\($0)" }.joined()
        return "(?i)^(\(spaced))\\s|\\s(\(spaced))$" + glued
    }
}
