// SPDX-License-Identifier: MIT

import CallInterface
import CallLinks
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
        let finder = ObjectFinder<Void>(on: session) { [unowned self] (path, sender) throws(BusError) in
            guard path == Self.path else { return nil }
            _ = try Visit.identity(of: try session.peer(sender))
            return ()
        }
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
        placing.place(Callee(handles: [handle]), by: "", StartCallDetails()) { [unowned self] result in
            guard case .failure(let error) = result else { return }
            guard error.code == .unknownProvider, let link = handle.link else { return note(error) }
            askAgent(link)
        }
    }

    private func askAgent(_ link: String) {
        let target = CallTarget(AgentName.bus, AgentName.path, AgentName.interface, AgentName.confirmCall)
        do throws(BusError) {
            try session.callAsync(target, link, [String: Variant]()) { [unowned self] reply in
                if case .failure(let error) = reply { note(error) }
            }
        } catch {
            note(error)
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
