// SPDX-License-Identifier: MIT

package import CallContract

/// A rule of the user. `allow` lets the callers of the pattern ring; `silence` and `reject` block them.
package struct ScreeningRule: Hashable, Sendable {
    package let pattern: CallerPattern
    package let verdict: Verdict

    package init(_ pattern: CallerPattern, _ verdict: Verdict) {
        self.pattern = pattern
        self.verdict = verdict
    }
}

/// The rules of the user, one for each pattern. A look-up takes the same time for any number of rules.
package struct RuleBook: Sendable {
    private var verdicts: [CallerPattern: Verdict] = [:]

    /// Of two rules with the same pattern the later one counts.
    package init(_ rules: some Sequence<ScreeningRule> = []) {
        for rule in rules { verdicts[rule.pattern] = rule.verdict }
    }

    /// The user's verdict about exactly this caller; nil = none.
    func verdict(about caller: ScreenedCaller) -> Verdict? {
        caller.key.flatMap { verdicts[.caller($0)] }
    }

    /// The most specific of the rules about many callers; nil = none is about this caller. A longer prefix is more
    /// specific than a shorter one, a prefix than a country, and everything than the address book.
    func widerRule(about caller: ScreenedCaller) -> ScreeningRule? {
        var patterns: [CallerPattern] = []
        if var digits = caller.number {
            while digits > 0 {
                patterns.append(.prefix(digits))
                digits /= 10
            }
        }
        if let country = caller.country { patterns.append(.country(country)) }
        if let host = caller.host { patterns.append(.host(host)) }
        if caller.key == nil { patterns.append(.hidden) }
        if !caller.isContact { patterns.append(.notInContacts) }
        for pattern in patterns {
            if let verdict = verdicts[pattern] { return ScreeningRule(pattern, verdict) }
        }
        return nil
    }
}

/// The callers that a rule of the user is about.
package enum CallerPattern: Hashable, Sendable {
    /// One caller, by its canonical key.
    case caller(String)
    /// Every number that begins with these digits of its E.164 form.
    case prefix(Int64)
    /// Every number of a country: two capital letters, as in ISO 3166.
    case country(String)
    /// Every address at a host, in lower case.
    case host(String)
    /// Every caller that hides its number.
    case hidden
    /// Every caller that is not in the address book.
    case notInContacts

    /// The kinds of patterns.
    package typealias Kind = RuleKind

    /// Reads a pattern in the form that `kind` and `text` give; nil if the text is not valid for the kind.
    ///
    ///     caller  the key          prefix         +4930 or 4930
    ///     country DE or de         host           *@example.org or example.org
    ///     hidden  empty            not-in-contacts  empty
    package init?(_ kind: Kind, _ text: String) {
        switch kind {
        case .caller where !text.isEmpty && text.utf8.count <= Self.textLength: self = .caller(text)
        case .prefix: self.init(prefix: text)
        case .country: self.init(country: text)
        case .host: self.init(host: text)
        case .hidden where text.isEmpty: self = .hidden
        case .notInContacts where text.isEmpty: self = .notInContacts
        case .caller, .hidden, .notInContacts: return nil
        }
    }

    private init?(prefix text: String) {
        let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
        // No E.164 number begins with 0 or has more than 15 digits.
        guard (1...15).contains(digits.utf8.count), digits.first != "0",
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int64(digits)
        else { return nil }
        self = .prefix(number)
    }

    private init?(country text: String) {
        guard text.utf8.count == 2, text.unicodeScalars.allSatisfy({ $0.isASCII && $0.properties.isAlphabetic }) else {
            return nil
        }
        self = .country(text.uppercased())
    }

    private init?(host text: String) {
        let host = (text.hasPrefix("*@") ? text.dropFirst(2) : text[...]).lowercased()
        // 253 bytes are the longest host name.
        guard (1...253).contains(host.utf8.count),
            !host.unicodeScalars.contains(where: { "@*/".unicodeScalars.contains($0) || $0.properties.isWhitespace })
        else { return nil }
        self = .host(host)
    }

    private static let textLength = 1_024

    package var kind: Kind {
        switch self {
        case .caller: .caller
        case .prefix: .prefix
        case .country: .country
        case .host: .host
        case .hidden: .hidden
        case .notInContacts: .notInContacts
        }
    }

    /// The text that gives this pattern again, with `kind`.
    package var text: String {
        switch self {
        case .caller(let key): key
        case .prefix(let digits): "+\(digits)"
        case .country(let code): code
        case .host(let host): "*@\(host)"
        case .hidden, .notInContacts: ""
        }
    }
}
