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
            an address in any spelling, by the name of a contact, or by the id of a present or recent call; or many \
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
            if bus.json { return Output.line(JSON.object([(Key.screensCalls.rawValue, .bool(on))]).text) }
            return Output.line(on ? "The rules are used." : "All callers ring; monkeycall block --on uses the rules.")
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
