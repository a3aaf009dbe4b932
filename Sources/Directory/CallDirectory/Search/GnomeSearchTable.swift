// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

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
