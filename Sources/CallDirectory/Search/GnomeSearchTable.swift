// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

extension SearchTables {
    /// `org.gnome.Shell.SearchProvider2`, which GNOME documents.
    static func gnome(_ search: CallSearch, _ call: @escaping (Handle) -> Void) -> Interface<Void> {
        Interface(
            "org.gnome.Shell.SearchProvider2",
            [
                .method("GetInitialResultSet", takes: ["terms"], returns: ["results"]) {
                    [unowned search] (_, _, terms: [String]) throws(BusError) -> [String] in
                    results(terms, search).map(\.handle.resultID)
                },
                // A longer text has other favourites and other numbers, so it is searched anew.
                .method("GetSubsearchResultSet", takes: ["previous_results", "terms"], returns: ["results"]) {
                    [unowned search] (_, _, _: [String], terms: [String]) throws(BusError) -> [String] in
                    results(terms, search).map(\.handle.resultID)
                },
                .method("GetResultMetas", takes: ["identifiers"], returns: ["metas"]) {
                    [unowned search] (_, _, ids: [String]) throws(BusError) -> [[String: Variant]] in
                    ids.prefix(idLimit).compactMap { Handle(resultID: $0) }.compactMap { search.result(of: $0)?.meta }
                },
                .method("ActivateResult", takes: ["identifier", "terms", "timestamp"]) {
                    (_, _, id: String, _: [String], _: UInt32) throws(BusError) in
                    call(try handle(ofResult: id))
                },
                // There is no window that could show more results.
                .method("LaunchSearch", takes: ["terms", "timestamp"]) { (_, _, _: [String], _: UInt32) in },
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
