// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import SDBus

struct Block: Command {
    static let configuration = CommandConfiguration(
        abstract: "Block callers, or show your rules about callers.",
        discussion: """
            A blocked call does not ring, and its app gets the reason. It is in recents. Name one caller by a number or \
            an address in any spelling, by the name of a contact or favourite, or by the id of a present or recent call; or many \
            callers by options. --call without an id is about the only call, or about your current one (dialing, \
            connecting or active). A present call goes on; decline or end ends it. \
            If one of several patterns is wrong, no rule changes. Contacts and favourites ring despite rules for many callers. \
            unblock removes a rule.

            Without an argument it shows the rules. The command needs monkeycall-directory; start that in each login, \
            or blocked callers ring.

            With --json an object: ScreensCalls, and Rules with the keys of ListRules of \
            org.monkeycall.Directory.Lists; after a change it has only what changed.

            EXAMPLES
              monkeycall block +4930123456
              monkeycall block 3f9a --silence
              monkeycall block --call
              monkeycall block --hidden --country FR
              monkeycall block --not-in-contacts --silence
              monkeycall block --off
            """)

    @Argument(
        help: "Optional: a number, an address, a name of a contact, or the id of a call.", completion: .callers)
    var words: [String] = []
    @Flag(help: "The caller of your present call, or of the call whose id you give.")
    var call = false
    @OptionGroup var rule: RuleOptions
    @Flag(help: "The calls ring without a sound instead.")
    var silence = false
    @Flag(help: "The calls ring, whatever your other rules say.")
    var allow = false
    @Flag(help: "Let all callers ring, until --on. The rules stay.")
    var off = false
    @Flag(help: "Use the rules again.")
    var on = false
    @OptionGroup var bus: BusOptions

    private var verdict: Verdict { silence ? .silence : allow ? .allow : .reject }
    private var isForCallers: Bool { call || !words.isEmpty || !rule.patterns.isEmpty }

    func validate() throws {
        guard !call || words.isEmpty || words.count == 1 && IDPrefix(argument: words[0]) != nil else {
            throw ValidationError("Give --call one id of a call, or nothing for your present call")
        }
        guard !(silence && allow), !(off && on) else {
            throw ValidationError("Give only one of --silence and --allow, and only one of --off and --on")
        }
        guard !(off || on) || !(isForCallers || silence || allow) else {
            throw ValidationError("Use --off and --on without other options")
        }
        guard isForCallers || !(silence || allow) else { throw ValidationError("Name the callers") }
    }

    func perform() throws(Failure) {
        let directory = try DirectoryLink(bus)
        if off || on {
            try directory.call(.setScreensCalls, on)
            return say(
                on ? "The rules are used." : "All callers ring; monkeycall block --on uses the rules.",
                json: (Key.screensCalls.rawValue, .bool(on)))
        }
        guard isForCallers else { return try show(directory) }
        var patterns = rule.patterns
        if call || !words.isEmpty {
            let text = words.joined(separator: " ")
            let caller = try call ? directory.caller(ofCall: text, bus) : directory.caller(text, bus)
            patterns += caller.handles.map { (.caller, $0.wire.written) }
        }
        let ids = try directory.addRules(patterns, verdict)
        let rules = try directory.rules().filter { ids.contains($0.id) }
        if bus.json { return Output.line(JSON.object([("Rules", rules.json)]).text) }
        rules.show()
    }

    private func show(_ directory: DirectoryLink) throws(Failure) {
        let rules = try directory.rules()
        let isOn = try directory.properties(of: DirectoryName.lists).flag(.screensCalls)
        if bus.json {
            return Output.line(
                JSON.object([(Key.screensCalls.rawValue, .bool(isOn)), ("Rules", rules.json)]).text)
        }
        if !isOn { Output.line("All callers ring; monkeycall block --on uses the rules.") }
        guard !rules.isEmpty else { return Output.line("No rules.") }
        rules.show()
    }
}

struct Unblock: Command {
    static let configuration = CommandConfiguration(
        abstract: "Remove rules about callers.",
        discussion: """
            Name the callers as for block, or the rule by the number that block shows. A caller that another rule or a \
            list blocks may still not ring: block --allow lets it ring. The command needs monkeycall-directory.

            With --json an object: Rules, those that were removed.

            EXAMPLES
              monkeycall unblock +4930123456
              monkeycall unblock --hidden
              monkeycall unblock --rule 3
            """)

    @Argument(
        help: "Optional: a number, an address, a name of a contact, or the id of a call.", completion: .callers)
    var words: [String] = []
    @OptionGroup var options: RuleOptions
    @Option(help: ArgumentHelp("The number of a rule; may be repeated.", valueName: "number"))
    var rule: [Int64] = []
    @OptionGroup var bus: BusOptions

    func validate() throws {
        guard !words.isEmpty || !rule.isEmpty || !options.patterns.isEmpty else {
            throw ValidationError("Name the callers, or a rule; monkeycall block shows the rules")
        }
    }

    func perform() throws(Failure) {
        let directory = try DirectoryLink(bus)
        let rules = try directory.rules()
        var chosen: [RuleRecord] = []
        for number in rule {
            guard let known = rules.first(where: { $0.id == number }) else {
                throw Self.unknown("has the number \(number)")
            }
            chosen.append(known)
        }
        for (kind, text) in options.patterns {
            guard let known = rules.first(where: { $0.has(kind, text) }) else {
                throw Self.unknown("is about \(kind) \(text)")
            }
            chosen.append(known)
        }
        if !words.isEmpty { chosen += try self.rules(about: words.joined(separator: " "), in: rules, directory) }
        for rule in chosen { try directory.call(.removeRule, rule.id) }
        if bus.json { return Output.line(JSON.object([("Rules", chosen.json)]).text) }
        Output.line(chosen.count == 1 ? "Removed:" : "Removed \(chosen.count) rules:")
        chosen.show()
    }

    /// A contact may have several numbers, of which the user blocked some.
    private func rules(
        about text: String, in rules: [RuleRecord], _ directory: DirectoryLink
    ) throws(Failure) -> [RuleRecord] {
        var keys: Set<String> = []
        for handle in try directory.caller(text, bus).handles {
            let number = try directory.call(.normalize, handle.wire.written, "", returning: [String: Variant].self)
            if let key = number[.handle].flatMap({ WireHandle($0) })?.value { keys.insert(key) }
        }
        let known = rules.filter { $0.kind == .caller && keys.contains($0.pattern) }
        guard !known.isEmpty else { throw Self.unknown("is about exactly \(text)") }
        return known
    }

    private static func unknown(_ what: String) -> Failure {
        Failure(.refused, "UnknownRule", "No rule \(what); monkeycall block shows the rules")
    }
}

/// The callers of a rule for many callers.
struct RuleOptions: ParsableArguments {
    @Flag(help: "All callers that hide their number.")
    var hidden = false
    @Flag(help: "All callers that are in none of your address books.")
    var notInContacts = false
    @Option(help: ArgumentHelp("All numbers of a country: two letters such as FR.", valueName: "country"))
    var country: String?
    @Option(help: ArgumentHelp("All numbers that begin so, with the country code, such as +4930.", valueName: "digits"))
    var prefix: String?
    @Option(help: ArgumentHelp("All addresses at a host, such as example.org.", valueName: "host"))
    var host: String?

    /// The kinds and patterns of `AddRule`.
    var patterns: [(kind: RuleKind, text: String)] {
        var patterns: [(RuleKind, String)] = []
        if hidden { patterns.append((.hidden, "")) }
        if notInContacts { patterns.append((.notInContacts, "")) }
        if let country { patterns.append((.country, country)) }
        if let prefix { patterns.append((.prefix, prefix.filter { !" -./()".contains($0) })) }
        if let host { patterns.append((.host, host)) }
        return patterns
    }
}

extension [RuleRecord] {
    var json: JSON { .array(map { JSON($0.properties) }) }

    func show() {
        var table = Table(["RULE", "CALLERS", "", "VERDICT"])
        for rule in self {
            table.add(["\(rule.id)", rule.kind.text, rule.pattern, rule.verdict.text])
        }
        table.show()
    }
}

// The user's rules about callers.

extension DirectoryLink {
    func rules() throws(Failure) -> [RuleRecord] {
        try list(.listRules).map(RuleRecord.init)
    }

    /// Adds a rule for each pattern, or none: if the directory refuses one, those before it are as they were.
    ///
    /// - Returns: the numbers of the rules
    func addRules(
        _ patterns: [(kind: RuleKind, text: String)], _ verdict: Verdict
    ) throws(Failure) -> Set<Int64> {
        let before = try rules()
        // Two patterns may be the same caller in two spellings.
        var added: [Int64: (kind: RuleKind, text: String)] = [:]
        do throws(Failure) {
            for (kind, text) in patterns { added[try addRule(kind, text, verdict.rawValue)] = (kind, text) }
        } catch {
            try restore(before, added)
            throw error
        }
        return Set(added.keys)
    }

    private func restore(
        _ before: [RuleRecord], _ added: [Int64: (kind: RuleKind, text: String)]
    ) throws(Failure) {
        do throws(Failure) {
            for (id, pattern) in added {
                if let old = before.first(where: { $0.id == id }) {
                    _ = try addRule(pattern.kind, pattern.text, old.verdict.text)
                } else {
                    try call(.removeRule, id)
                }
            }
        } catch {
            let advice = "; some of the rules may be in force: monkeycall block shows them"
            throw Failure(status: error.status, name: error.name, message: error.message + advice)
        }
    }

    private func addRule(_ kind: RuleKind, _ pattern: String, _ verdict: String) throws(Failure) -> Int64 {
        try call(.addRule, kind.rawValue, pattern, verdict, returning: Int64.self)
    }
}
