// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import CallCore

/// The words that the contract's comments promise are those that the registry knows, no more and no less.
struct ContractWordsTests {
    @Test func `The contract explains every reason and no other word`() throws {
        #expect(try defined(by: "Reason", in: "Call") == words(Reason.self))
    }

    @Test func `The contract explains every state`() throws {
        #expect(try defined(by: "State", in: "Call") == words(CallState.self))
    }

    @Test func `The contract explains every ended reason`() throws {
        #expect(try mentioned(by: "EndedReason", in: "Call") == words(EndedReason.self))
    }

    @Test func `The contract explains every filter in the list of ended calls`() throws {
        let line = try #require(try comment(of: "ListEndedCalls", in: nil).range(of: "`FilteredBy` s"))
        let text = try comment(of: "ListEndedCalls", in: nil)[line.upperBound...].prefix { $0 != "(" }
        #expect(quoted(String(text)) == words(CallFilter.self))
    }

    @Test func `The contract explains every alert`() throws {
        #expect(try mentioned(by: "Alert", in: "Audio") == words(Alert.self))
    }

    @Test func `The contract explains every kind of moment`() throws {
        let comment = try comment(of: "ExplainCall", in: nil)
        let list = try #require(comment.range(of: "`Event` is one of"))
        let heads = comment[list.upperBound...].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("`") }.compactMap { $0.split(separator: ":").first.map(String.init) }
        #expect(heads.reduce(into: []) { $0.formUnion(quoted($1)) } == words(MomentWord.self))
    }

    @Test(arguments: CallState.allCases)
    func `The documented table has the actions that each state allows`(_ state: CallState) throws {
        let comment = try comment(of: "AllowedActions", in: "Call")
        let call = Call(
            CallID(high: 1, low: 1),
            of: Provider(
                id: 1, identifier: "p", client: Client(name: ":1.1"), app: nil, providerClass: .voip,
                configuration: ProviderConfiguration()),
            outgoing: false, state: state)
        // "in `dialing`: `end-call`, …;" or "in `ending` and `ended`: none."
        let line = try #require(
            comment.split(whereSeparator: { $0 == ";" || $0 == "." }).map { String($0) }.first {
                ($0.split(separator: ":").first { $0.contains("`") } ?? "").contains("`\(state.rawValue)`")
            })
        let actions = quoted(line).subtracting(words(CallState.self))
        #expect(actions == Set(call.allowedActions.map(\.rawValue)))
    }

    private func words<Word: CaseIterable & RawRepresentable>(_: Word.Type) -> Set<String>
    where Word.RawValue == String { Set(Word.allCases.map(\.rawValue)) }

    /// The words in front of a line's colon: "`answered`: by its own answer-call;"
    private func defined(by property: String, in interface: String) throws -> Set<String> {
        let text = try comment(of: property, in: interface).replacing(",\n", with: ", ")
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let heads = lines.filter { $0.hasPrefix("`") }.compactMap { $0.split(separator: ":").first.map(String.init) }
        return heads.reduce(into: []) { $0.formUnion(quoted($1)) }
    }

    private func mentioned(by property: String, in interface: String) throws -> Set<String> {
        quoted(try comment(of: property, in: interface))
    }

    private func quoted(_ text: String) -> Set<String> {
        Set(
            text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) })
    }

    /// The comment in front of a member of an interface.
    private func comment(of member: String, in interface: String?) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../dbus/org.monkeycall.CallManager\(interface.map { ".\($0)" } ?? "").xml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "<!--\n      \(member):\n"))
        let end = try #require(text.range(of: "-->", range: start.upperBound..<text.endIndex))
        return String(text[start.upperBound..<end.lowerBound])
    }
}
