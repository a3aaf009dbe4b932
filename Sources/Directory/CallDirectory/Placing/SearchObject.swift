// SPDX-License-Identifier: MIT

import CallInterface
import CallLinks
import ConfigurationText
import SDBus

/// The object by which desktops search for calls, with an interface of GNOME and one of KDE. Activating a result calls:
/// the user has chosen the party.
final class SearchObject {
    static let path: ObjectPath = "/org/monkeycall/Search"

    private let session: BusConnection
    private let search: CallSearch
    private let placing: CallPlacing
    private let log: Log

    init(_ session: BusConnection, _ callers: Callers, _ placing: CallPlacing, log: Log) {
        (self.session, self.placing, self.log) = (session, placing, log)
        search = CallSearch(callers)
    }

    func begin() throws(BusError) {
        let finder = ObjectFinder<Void>(on: session) { path, _ in path == Self.path ? () : nil }
        try session.export(
            under: Self.path, nodes: { _, _ in [] }, tables().map { ExportedInterface($0, finder) { $0 } })
    }

    func tables() -> [Interface<Void>] {
        let call: (Handle) -> Void = { [unowned self] in place($0) }
        return [SearchTables.gnome(search, call), SearchTables.krunner(search, call)]
    }

    /// Programs for search show no error. So the agent goes on if no app is there for the call: it can start one, and
    /// tell the user.
    private func place(_ handle: Handle) {
        placing.place([handle], by: "", StartCallDetails()) { [unowned self] result in
            guard case .failure(let error) = result else { return }
            guard error.code == .unknownProvider, let link = handle.link else { return note(error) }
            askAgent(link)
        }
    }

    private func askAgent(_ link: String) {
        let target = CallTarget(AgentName.bus, AgentName.path, AgentName.interface, AgentName.confirmCall)
        session.ask(target, link, [String: Variant]()) { [unowned self] reply in
            if case .failure(let error) = reply { note(error) }
        }
    }

    /// The message of an error may have a number.
    private func note(_ error: BusError) { log("a search result was not called", ["error": error.name]) }
}

/// The interfaces of desktops for programs that search.
enum SearchTables {
    /// More results than a program shows.
    static let idLimit = 100

    static func results(_ terms: [String], _ search: CallSearch) -> [CallSearch.Result] {
        SearchWords(terms, verbs: search.verbs).map { search.results(for: $0) } ?? []
    }

    static func handle(ofResult id: String) throws(BusError) -> Handle {
        guard let handle = Handle(resultID: id) else {
            throw .invalidArgs("The id is that of no result; search again.")
        }
        return handle
    }
}

extension SearchTables {
    /// `org.gnome.Shell.SearchProvider2`, which GNOME documents.
    static func gnome(_ search: CallSearch, _ call: @escaping (Handle) -> Void) -> Interface<Void> {
        Interface(
            "org.gnome.Shell.SearchProvider2", for: .user, refusal: DirectoryTables.refusal,
            [
                .method("GetInitialResultSet", takes: ("terms", [String].self), returns: ("results", [String].self)) {
                    [unowned search] (_, _, terms) throws(BusError) in
                    results(terms, search).map(\.handle.resultID)
                },
                // A longer text has other favourites and other numbers, so it is searched anew.
                .method(
                    "GetSubsearchResultSet", takes: ("previous_results", [String].self), ("terms", [String].self),
                    returns: ("results", [String].self)
                ) { [unowned search] (_, _, _, terms) throws(BusError) in
                    results(terms, search).map(\.handle.resultID)
                },
                .method(
                    "GetResultMetas", takes: ("identifiers", [String].self),
                    returns: ("metas", [[String: Variant]].self)
                ) { [unowned search] (_, _, ids) throws(BusError) -> [[String: Variant]] in
                    ids.prefix(idLimit).compactMap { Handle(resultID: $0) }.compactMap { search.result(of: $0)?.meta }
                },
                .method(
                    "ActivateResult", takes: ("identifier", String.self), ("terms", [String].self),
                    ("timestamp", UInt32.self)
                ) { (_, _, id, _, _) throws(BusError) in
                    call(try handle(ofResult: id))
                },
                // There is no window that could show more results.
                .method("LaunchSearch", takes: ("terms", [String].self), ("timestamp", UInt32.self)) { (_, _, _, _) in
                },
            ])
    }
}

extension CallSearch.Result {
    fileprivate var meta: [String: Variant] {
        [
            "id": .string(handle.resultID), "name": .string(name), "description": .string(details),
            "gicon": .string("call-start"), "clipboardText": .string(handle.value),
        ]
    }
}

extension SearchTables {
    /// `org.kde.krunner1`, which KDE's KRunner documents.
    static func krunner(_ search: CallSearch, _ call: @escaping (Handle) -> Void) -> Interface<Void> {
        Interface(
            "org.kde.krunner1", for: .user, refusal: DirectoryTables.refusal,
            [
                // KRunner then asks only about texts with a verb, and does not wake the directory for others.
                .method("Config", returns: ("config", [String: Variant].self)) {
                    [unowned search] (_, _) throws(BusError) -> [String: Variant] in
                    ["MatchRegex": .string(SearchWords.pattern(search.verbs)), "MinLetterCount": .int32(3)]
                },
                .method("Actions", returns: ("actions", [RunnerAction].self)) { (_, _) throws(BusError) in [] },
                .method("Match", takes: ("query", String.self), returns: ("matches", [RunnerMatch].self)) {
                    [unowned search] (_, _, query) throws(BusError) in
                    results([query], search).enumerated().map { RunnerMatch($1, at: $0) }
                },
                .method("Run", takes: ("match_id", String.self), ("action_id", String.self)) {
                    (_, _, id, _) throws(BusError) in
                    call(try handle(ofResult: id))
                },
                .method("Teardown") { (_, _) in },
            ])
    }
}

/// An `(sssida{sv})`: id, text, icon, type, relevance, properties.
private struct RunnerMatch: BusValue {
    let result: CallSearch.Result
    let position: Int

    init(_ result: CallSearch.Result, at position: Int) { (self.result, self.position) = (result, position) }

    /// `Plasma::QueryMatch::ExactMatch`.
    private static let exact: Int32 = 100

    static var signature: String { "(sssida{sv})" }

    init(from reader: inout MessageReader) throws(BusError) { throw .failed("A match is only sent") }

    func write(to writer: inout MessageWriter) throws(BusError) {
        // Matches of equal relevance lose their order.
        let relevance = 1 - Double(position) / 100
        let properties: [String: Variant] = [
            "subtext": .string(result.details), "category": .string(Catalogue.text("Calls")),
        ]
        try writer.structure(
            result.handle.resultID, Catalogue.text("Call %s", result.name), "call-start", Self.exact, relevance,
            properties)
    }
}

/// An `(sss)`: id, text, icon.
private struct RunnerAction: BusValue {
    static var signature: String { "(sss)" }

    init(from reader: inout MessageReader) throws(BusError) { throw .failed("An action is only sent") }
    func write(to writer: inout MessageWriter) throws(BusError) { try writer.structure("", "", "") }
}
