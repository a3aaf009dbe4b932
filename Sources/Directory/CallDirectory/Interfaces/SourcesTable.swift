// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryDatabase
import SDBus

extension DirectoryTables {
    /// The members of `dbus/org.monkeycall.Directory.Lists.xml` about the sources of lists.
    static func sources(_ sources: ListSources) -> [Member<Visit>] {
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
