// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import SDBus

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
        for line in table.lines() { Output.line(line) }
    }
}
