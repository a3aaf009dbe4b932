// SPDX-License-Identifier: MIT

import CallInterface
import CallModel
import DirectoryLists
import SDBus

extension DirectoryTables {
    /// The members of `dbus/org.monkeycall.Directory.Lists.xml` about the sources of lists.
    static func sources(_ sources: ListSources) -> [Member<Visit>] {
        typealias Done = PendingReply<>
        typealias Wires = PendingReply<[[String: Variant]]>
        return [
            .deferredMethod(
                .beginLoad, takes: ["source", "incremental", "options"], returns: ["load", "incremental_load"]
            ) {
                [unowned sources]
                (visit, call, reply: PendingReply<ObjectPath, Bool>, name: String, isIncremental: Bool, _: Options.Wire)
                    throws(BusError) in
                try visit.require(source: name)
                try sources.loads.checkCount(of: call.sender)
                // A sandboxed app adds no more than one source.
                let mayAdd = visit.app == nil || visit.app == name
                sources.beginLoad(name, incremental: isIncremental, for: call.sender, mayAdd: mayAdd) {
                    reply.complete($0) { $0.succeed($1.path, $1.isIncremental) }
                }
            },
            .deferredMethod(.reload, takes: ["source"]) {
                [unowned sources] (visit, _, reply: Done, name: String) throws(BusError) in
                try visit.require(source: name)
                sources.reload(name) { $0.complete(reply) }
            },
            .deferredMethod(.enabledStatus, takes: ["source"], returns: ["status"]) {
                [unowned sources] (visit, _, reply: PendingReply<String>, name: String) throws(BusError) in
                try visit.require(source: name)
                sources.status(of: name) { reply.complete($0) { $0.succeed($1.rawValue) } }
            },
            .deferredMethod(.setSourceEnabled, takes: ["source", "on"]) {
                [unowned sources] (visit, _, reply: Done, name: String, isOn: Bool) throws(BusError) in
                try visit.requireUser()
                sources.setEnabled(isOn, name) { $0.complete(reply) }
            },
            .deferredMethod(.setSourceOrder, takes: ["sources"]) {
                [unowned sources] (visit, _, reply: Done, names: [String]) throws(BusError) in
                try visit.requireUser()
                sources.setOrder(names) { $0.complete(reply) }
            },
            .deferredMethod(.listSources, returns: ["sources"]) {
                [unowned sources] (visit, _, reply: Wires) throws(BusError) in
                sources.list(for: visit) { $0.complete(reply) }
            },
            .deferredMethod(.removeSource, takes: ["source"]) {
                [unowned sources] (visit, _, reply: Done, name: String) throws(BusError) in
                try visit.requireUser()
                sources.remove(name) { $0.complete(reply) }
            },
            .deferredMethod(.importList, takes: ["source", "file", "format", "options"]) {
                [unowned sources]
                (visit, _, reply: Done, name: String, file: BusFile, word: String, options: Options.Wire)
                    throws(BusError) in
                try visit.requireUser()
                let list = ListFile(
                    path: try path(Options(options)), format: try ListFileFormat.parse(word, "The format"),
                    blocks: try !(Options(options).bool(.identify) ?? false))
                sources.importFile(file, list, as: name) { $0.complete(reply) }
            },
            .deferredMethod(.exportList, takes: ["source", "file", "format", "options"]) {
                [unowned sources]
                (visit, _, reply: Done, name: String, file: BusFile, word: String, options: Options.Wire)
                    throws(BusError) in
                try visit.requireUser()
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

extension Options {
    fileprivate typealias Wire = [String: Variant]
}
