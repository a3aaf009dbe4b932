// SPDX-License-Identifier: MIT

import AddressBooks
import CallInterface
import CallLinks
import ConfigurationText
import DirectoryCore
import DirectoryDatabase
import PhoneNumbers

/// The calls that a desktop search offers: the numbers and addresses of contacts and favourites.
///
/// A result is named by its handle, so it needs no memory: a search program may activate it after a restart of the
/// directory.
final class CallSearch {
    struct Result: Hashable {
        let handle: Handle
        /// A name, or the number if it has none.
        let name: String
        /// The number or address, and its use.
        let details: String
    }

    private let callers: Callers
    /// Folded. English ones are understood too.
    let verbs: [String]
    private static let resultLimit = 10
    private static let contactLimit = 50

    init(_ callers: Callers) {
        self.callers = callers
        let own = Catalogue.text("call dial phone ring").split(separator: " ").map { TextFolding.fold(String($0)) }
        verbs = own + ["call", "dial", "phone", "ring"].filter { !own.contains($0) }
    }

    /// The favourites in the user's order, then the best matches.
    func results(for words: SearchWords) -> [Result] {
        let contacts = callers.books.index.search(words.text, limit: Self.contactLimit).flatMap { found in
            found.contact.handles.filter(\.use.isAnsweredByPeople).map(\.handle)
        }
        let query = TextFolding.fold(words.text)
        let favourites = callers.favourites.filter { !query.isEmpty && TextFolding.fold($0.name).hasPrefix(query) }
        let known = favourites.map(\.handle) + contacts
        let number = words.hasVerb && known.isEmpty ? self.number(words.text).map { [$0] } ?? [] : []
        var seen: Set<String> = []
        let distinct = (known + number).map { callers.caller($0) }.filter { seen.insert($0.key.text).inserted }
        let order = callers.favourites.map(\.callerKey)
        func rank(_ caller: Caller) -> Int {
            caller.relation == .favourite ? order.firstIndex(of: caller.key.text) ?? order.count : order.count + 1
        }
        let ranked = distinct.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
        return ranked.map(\.element).prefix(Self.resultLimit).compactMap { result(of: $0) }
    }

    /// The result with that handle as it is now.
    func result(of handle: Handle) -> Result? { result(of: callers.caller(handle)) }

    private func result(of caller: Caller) -> Result? {
        guard let handle = caller.handle, caller.key != .hidden else { return nil }
        let number = caller.formatted
        let address = number.isEmpty ? handle.value : number
        let details = [address, callers.use(ofKey: caller.key.text).label].filter { !$0.isEmpty }.joined(
            separator: " · ")
        return Result(handle: handle, name: caller.name.isEmpty ? address : caller.name, details: details)
    }

    /// The number that the text is.
    private func number(_ text: String) -> Handle? {
        let handle = Handle(guessing: text)
        guard handle.kind == .phoneNumber, !text.contains(where: "*#".contains) else { return nil }
        return handle
    }
}

extension Handle {
    /// The name of a search result: the kind, a colon and the value.
    var resultID: String { "\(kind.rawValue):\(value)" }

    /// nil for a text that is no name of a result.
    init?(resultID: String) {
        let parts = resultID.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), !parts[1].isEmpty,
            parts[1].utf8.count <= Limits().textLength
        else { return nil }
        self.init(kind: kind, value: String(parts[1]))
    }

    /// A handle as `TYPE:VALUE`, or as people write it.
    init(written text: String) { self = Handle(resultID: text) ?? Handle(guessing: text) }
}

extension ContactHandle.Use {
    /// Whether a person may answer there.
    fileprivate var isAnsweredByPeople: Bool {
        switch self {
        case .other, .home, .work, .mobile: true
        case .fax, .pager: false
        }
    }

    /// In the user's language.
    fileprivate var label: String {
        switch self {
        case .home: Catalogue.text("home")
        case .work: Catalogue.text("work")
        case .mobile: Catalogue.text("mobile")
        case .other, .fax, .pager: ""
        }
    }
}

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
