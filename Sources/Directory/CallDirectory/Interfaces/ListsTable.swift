// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryCore
import DirectoryDatabase
import PhoneNumbers
import SDBus

extension DirectoryTables {
    /// The interface of `dbus/org.monkeycall.Directory.Lists.xml`.
    static func lists(
        _ store: DirectoryStore, _ callers: Callers, _ listSources: ListSources
    ) -> Interface<Visit> {
        Interface(
            DirectoryName.lists, refusal: refusal,
            rules(store, callers) + sources(listSources) + [.signal(DirectoryName.changed)])
    }

    private static func rules(_ store: DirectoryStore, _ callers: Callers) -> [Member<Visit>] {
        [
            .property(.screensCalls) { $0.facts.screensCalls },
            .deferredMethod(.setScreensCalls, for: .user, takes: ("on", Bool.self)) {
                [unowned store] (_, _, reply, isOn) throws(BusError) in
                store.write { (database) throws(DirectoryProblem) in
                    try database.settings.set(.screensCalls, to: isOn)
                } then: {
                    $0.complete(reply)
                }
            },
            .deferredMethod(
                .addRule, for: .user, takes: ("kind", String.self), ("pattern", String.self), ("verdict", String.self),
                returns: ("rule", Int64.self)
            ) { [unowned store, unowned callers] (_, _, reply, kind, text, verdict) throws(BusError) in
                let pattern = try pattern(try CallerPattern.Kind.parse(kind, "The kind"), text, callers.region)
                let rule = ScreeningRule(pattern, try Verdict.parse(verdict, "The verdict"))
                store.write { (database) throws(DirectoryProblem) in
                    try database.rules.add(rule)
                } then: {
                    $0.complete(reply)
                }
            },
            .deferredMethod(.removeRule, for: .user, takes: ("rule", Int64.self)) {
                [unowned store] (_, _, reply, id) throws(BusError) in
                store.write { (database) throws(DirectoryProblem) in
                    guard try database.rules.remove(id) else {
                        throw .refused("There is no rule \(id). Use ListRules.")
                    }
                } then: {
                    $0.complete(reply)
                }
            },
            .deferredMethod(.listRules, for: .user, returns: ("rules", [[String: Variant]].self)) {
                [unowned store] (_, _, reply) throws(BusError) in
                store.read { (database) throws(DirectoryProblem) in
                    try database.rules.list
                } then: {
                    reply.complete($0) { $0.succeed($1.map(\.wire)) }
                }
            },
        ]
    }

    /// A caller is written in any spelling.
    private static func pattern(
        _ kind: CallerPattern.Kind, _ text: String, _ region: Region
    ) throws(BusError) -> CallerPattern {
        let own = kind == .caller ? HandleKey(Handle(written: text), in: region).text : text
        guard let pattern = CallerPattern(kind, own) else {
            throw .invalidArgs("The pattern is not valid for the kind \(kind.rawValue); AddRule says how to write it.")
        }
        return pattern
    }
}

extension UserRules.Numbered {
    fileprivate var wire: [String: Variant] {
        [String: Variant]([
            .rule: .int64(id), .kind: .string(rule.pattern.kind.rawValue), .pattern: .string(rule.pattern.text),
            .verdict: .string(rule.verdict.rawValue),
        ])
    }
}
