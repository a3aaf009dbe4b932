// SPDX-License-Identifier: MIT

import CallInterface
import ConfigurationText
import SDBus

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
