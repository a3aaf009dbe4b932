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
                store.write(reply) { (database) throws(DirectoryProblem) in
                    try database.settings.set(.screensCalls, to: isOn)
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
                store.write(reply) { (database) throws(DirectoryProblem) in
                    guard try database.rules.remove(id) else {
                        throw .refused("There is no rule \(id).")
                    }
                }
            },
            .deferredMethod(.listRules, for: .user, returns: ("rules", [[String: Variant]].self)) {
                [unowned store] (_, _, reply) throws(BusError) in
                store.read(reply) { (database) throws(DirectoryProblem) in try database.rules.list.map(\.wire) }
            },
        ]
    }

    /// A caller is written in any spelling.
    private static func pattern(
        _ kind: CallerPattern.Kind, _ text: String, _ region: Region
    ) throws(BusError) -> CallerPattern {
        let own = kind == .caller ? HandleKey(Handle(written: text), in: region).text : text
        let problem = BusError.invalidArgs(
            "'\(text)' cannot be the pattern of a rule of the kind \(kind.rawValue); \(kind.form).")
        if kind == .country, try parse(region: text) == .unknown { throw problem }
        guard let pattern = CallerPattern(kind, own) else { throw problem }
        return pattern
    }
}

extension RuleKind {
    /// How to write a pattern of the kind.
    fileprivate var form: String {
        switch self {
        case .caller: "write a number or an address"
        case .prefix: "write how the numbers begin, with the country code, such as +4930"
        case .country: "write two letters of ISO 3166-1, such as DE"
        case .host: "write the name of a host, such as example.org"
        case .hidden, .notInContacts: "leave it empty"
        }
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

extension DirectoryTables {
    /// The members of `dbus/org.monkeycall.Directory.Lists.xml` about the sources of lists.
    private static func sources(_ sources: ListSources) -> [Member<Visit>] {
        [
            .deferredMethod(
                .beginLoad, takes: ("source", String.self), ("incremental", Bool.self),
                ("options", [String: Variant].self), returns: ("load", ObjectPath.self), ("incremental_load", Bool.self)
            ) { [unowned sources] (visit, call, reply, name, isIncremental, _) throws(BusError) in
                try visit.require(source: name)
                try sources.loads.checkCount(of: call.sender)
                // A sandboxed app adds no more than one source.
                let mayAdd = visit.app == nil || visit.app == name
                sources.beginLoad(name, incremental: isIncremental, for: call.sender, mayAdd: mayAdd) {
                    reply.complete($0) { $0.succeed($1.path, $1.isIncremental) }
                }
            },
            .deferredMethod(.reload, takes: ("source", String.self)) {
                [unowned sources] (visit, _, reply, name) throws(BusError) in
                try visit.require(source: name)
                sources.reload(name) { $0.complete(reply) }
            },
            .deferredMethod(.enabledStatus, takes: ("source", String.self), returns: ("status", String.self)) {
                [unowned sources] (visit, _, reply, name) throws(BusError) in
                try visit.require(source: name)
                sources.status(of: name) { reply.complete($0) { $0.succeed($1.rawValue) } }
            },
            .deferredMethod(.setSourceEnabled, for: .user, takes: ("source", String.self), ("on", Bool.self)) {
                [unowned sources] (_, _, reply, name, isOn) throws(BusError) in
                sources.setEnabled(isOn, name) { $0.complete(reply) }
            },
            .deferredMethod(.setSourceOrder, for: .user, takes: ("sources", [String].self)) {
                [unowned sources] (_, _, reply, names) throws(BusError) in
                sources.setOrder(names) { $0.complete(reply) }
            },
            .deferredMethod(.listSources, returns: ("sources", [[String: Variant]].self)) {
                [unowned sources] (visit, _, reply) throws(BusError) in
                sources.list(for: visit) { $0.complete(reply) }
            },
            .deferredMethod(.removeSource, for: .user, takes: ("source", String.self)) {
                [unowned sources] (_, _, reply, name) throws(BusError) in
                sources.remove(name) { $0.complete(reply) }
            },
            .deferredMethod(
                .importList, for: .user, takes: ("source", String.self), ("file", BusFile.self),
                ("format", String.self), ("options", [String: Variant].self)
            ) { [unowned sources] (_, _, reply, name, file, word, options) throws(BusError) in
                let list = ListFile(
                    path: try path(Options(options)), format: try ListFileFormat.parse(word, "The format"),
                    blocks: try !(Options(options).bool(.identify) ?? false))
                sources.importFile(file, list, as: name) { $0.complete(reply) }
            },
            .deferredMethod(
                .exportList, for: .user, takes: ("source", String.self), ("file", BusFile.self),
                ("format", String.self), ("options", [String: Variant].self)
            ) { [unowned sources] (_, _, reply, name, file, word, options) throws(BusError) in
                let format = try ListFileFormat.parse(word, "The format")
                let kind: ListKind = try Options(options).bool(.identify) ?? false ? .identified : .blocked
                sources.exportFile(file, format, kind, of: name) {
                    $0.complete(reply)
                }
            },
        ]
    }

    /// Empty = the source cannot be reloaded.
    private static func path(_ options: Options) throws(BusError) -> String {
        let path = try options.string(.path) ?? ""
        guard path.isEmpty || path.hasPrefix("/") else { throw .invalidArgs("Path must be absolute.") }
        return path
    }
}

extension DirectoryTables {
    /// The interface of `dbus/org.monkeycall.Directory.Load.xml`.
    static func load(_ loads: RunningLoads) -> Interface<RunningLoad> {
        // A call may have as much as may wait for replies, and its header.
        let members: [Member<RunningLoad>] =
            [
                .deferredMethod(.addBlocked, takes: ("numbers", [Int64].self)) { (load, _, reply, numbers) in
                    load.change(size(numbers), reply) { (load) throws(ListError) in try load.addBlocked(numbers) }
                },
                .deferredMethod(.addIdentified, takes: ("entries", [IdentifiedNumber].self)) {
                    (load, _, reply, entries) in
                    let size = entries.reduce(0) { $0 + MemoryLayout<IdentifiedNumber>.stride + $1.label.utf8.count }
                    load.change(size, reply) { (load) throws(ListError) in
                        try load.addIdentified(entries.map { ($0.number, $0.label) })
                    }
                },
                .deferredMethod(.addHandles, takes: ("entries", [WireAddress].self)) {
                    (load, _, reply, wires) throws(BusError) in
                    let entries = try load.checking { () throws(BusError) in try handles(wires) }
                    load.change(wires.reduce(0) { $0 + $1.size }, reply) { (load) throws(ListError) in
                        try load.addHandles(entries)
                    }
                },
                .deferredMethod(.removeBlocked, takes: ("numbers", [Int64].self)) { (load, _, reply, numbers) in
                    load.change(size(numbers), reply) { (load) throws(ListError) in try load.removeBlocked(numbers) }
                },
                .deferredMethod(.removeIdentified, takes: ("numbers", [Int64].self)) { (load, _, reply, numbers) in
                    load.change(size(numbers), reply) { (load) throws(ListError) in
                        try load.removeIdentified(numbers)
                    }
                },
                .deferredMethod(.removeAllEntries, takes: ("list", String.self)) {
                    (load, _, reply, word) throws(BusError) in
                    let kind = try load.checking { () throws(BusError) in try ListKind.parse(word, "The list") }
                    load.change(0, reply) { (load) throws(ListError) in try load.removeAll(kind) }
                },
                .deferredMethod(.commitLoad) { [unowned loads] (load, _, reply) in
                    loads.remove(load)
                    load.commit(reply)
                },
                .deferredMethod(.abortLoad) { [unowned loads] (load, _, reply) in
                    loads.remove(load)
                    load.abort { reply.succeed() }
                },
            ]
        return Interface(DirectoryName.load, members.map { $0.upTo(bytes: RunningLoad.bytesAhead + (1 << 20)) })
    }

    private static func handles(_ wires: [WireAddress]) throws(BusError) -> [(handle: Handle, label: String)] {
        let limits = Limits()
        var entries: [(handle: Handle, label: String)] = []
        for wire in wires {
            let handle = WireHandle(type: Received(text: wire.type), value: wire.value)
            guard let handle = try Handle.parse(handle, "A handle", limits) else {
                throw .invalidArgs("A handle is empty; give each a type and a value.")
            }
            entries.append((handle, wire.label))
        }
        return entries
    }

    private static func size(_ numbers: [Int64]) -> Int { numbers.count * MemoryLayout<Int64>.stride }
}

/// A handle and its label, (sss).
private struct WireAddress: BusValue, Sendable {
    let type: String
    let value: String
    let label: String

    var size: Int { MemoryLayout<Self>.stride + type.utf8.count + value.utf8.count + label.utf8.count }

    static var signature: String { "(sss)" }

    init(from reader: inout MessageReader) throws(BusError) {
        (type, value, label) = try reader.structure(String.self, String.self, String.self)
    }

    func write(to writer: inout MessageWriter) throws(BusError) { try writer.structure(type, value, label) }
}
