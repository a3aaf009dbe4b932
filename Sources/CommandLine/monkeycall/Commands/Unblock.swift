// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import SDBus

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
        Failure(
            status: .refused, name: "UnknownRule",
            message: "No rule \(what); monkeycall block shows the rules".printable)
    }
}
