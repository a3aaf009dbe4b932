// SPDX-License-Identifier: MIT

import CallInterface
import Foundation
import SDBus
import Testing

@testable import CallCore

/// The comments of the contract list exactly the words that the registry uses.
struct ContractWordsTests {
    @Test func `The contract explains every reason and no other word`() throws {
        #expect(try defined(by: "Reason", in: CallManagerName.call) == words(Reason.self))
    }

    @Test func `The contract explains every state`() throws {
        #expect(try defined(by: "State", in: CallManagerName.call) == words(CallState.self))
    }

    @Test func `The contract explains every ended reason`() throws {
        #expect(try mentioned(by: "EndedReason", in: CallManagerName.call) == words(EndedReason.self))
    }

    @Test func `The contract explains every filter in the list of ended calls`() throws {
        let line = try #require(
            try comment(of: "ListEndedCalls", in: CallManagerName.manager).range(of: "`FilteredBy` s"))
        let text = try comment(of: "ListEndedCalls", in: CallManagerName.manager)[line.upperBound...].prefix {
            $0 != "("
        }
        #expect(quoted(String(text)) == words(CallFilter.self))
    }

    @Test func `The contract explains every alert`() throws {
        #expect(try mentioned(by: "Alert", in: CallManagerName.audio) == words(Alert.self))
    }

    @Test func `The contract explains every kind of moment`() throws {
        let comment = try comment(of: "ExplainCall", in: CallManagerName.manager)
        let list = try #require(comment.range(of: "`Event` is one of"))
        let heads = comment[list.upperBound...].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("`") }.compactMap { $0.split(separator: ":").first.map(String.init) }
        #expect(heads.reduce(into: []) { $0.formUnion(quoted($1)) } == words(MomentWord.self))
    }

    @Test(arguments: CallState.allCases)
    func `The documented table has the actions that each state allows`(_ state: CallState) throws {
        let comment = try comment(of: "AllowedActions", in: CallManagerName.call)
        let call = Call(
            CallID(high: 1, low: 1),
            of: Provider(
                id: 1, identifier: "p", client: Client(name: ":1.1"), app: nil, account: Account(name: "p"),
                providerClass: .voip,
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

    @Test func `The contract has every method that clients call, in its interface, and no other`() throws {
        for interface in Self.interfaces {
            let methods = MethodName.allCases.filter { $0.interface == interface }.map(\.rawValue)
            #expect(try members("method", of: interface) == Set(methods))
        }
    }

    @Test func `The contract explains every error of lists`() throws {
        let text = try contract(DirectoryName.lists)
        let codes = ListErrorCode.allCases.map { $0.rawValue.dropFirst("CallDirectory.".utf8.count) }
        #expect(Set(codes.map(String.init)).subtracting(quoted(text)) == [])
    }

    @Test func `The contract has every method of a directory, in its interface, and no other`() throws {
        for interface in Self.directory {
            let methods = DirectoryMethod.allCases.filter { $0.interface == interface }.map(\.member.text)
            #expect(try members("method", of: interface) == Set(methods))
        }
        #expect(Set(DirectoryMethod.allCases.map(\.interface)) == Set(Self.directory))
    }

    @Test func `The contract has every signal that clients hear, and no other`() throws {
        #expect(try members("signal", of: CallManagerName.manager) == words(SignalName.self))
        for interface in Self.interfaces.dropFirst() { #expect(try members("signal", of: interface) == []) }
    }

    @Test func `The contract has every key as a property, or explains it`() throws {
        var known: Set<String> = []
        for interface in Self.interfaces + [AgentName.interface, AgentName.calls] + Self.directory {
            let properties = try members("property", of: interface)
            #expect(properties.isSubset(of: words(Key.self)))
            known.formUnion(properties.union(quoted(try contract(interface))))
        }
        #expect(words(Key.self).subtracting(known) == [])
    }

    @Test func `The contract has every method of the agent's calls, and explains every button, and has no other`()
        throws
    {
        #expect(try members("method", of: AgentName.calls) == words(SurfaceMethod.self))
        let list = try comment(of: "Calls", in: AgentName.calls).split(separator: "The words:").last ?? ""
        #expect(quoted(String(list)) == words(CallButton.self))
    }

    @Test func `The contract explains every kind of route`() throws {
        let text = try contract(CallManagerName.audio)
        #expect(words(RouteKind.self).subtracting(quoted(text)) == [])
    }

    private static let interfaces = [
        CallManagerName.manager, CallManagerName.audio, CallManagerName.call, CallManagerName.provider,
    ]

    private static let directory = [
        DirectoryName.interface, DirectoryName.lists, DirectoryName.load, DirectoryName.extension,
        DirectoryName.history, DirectoryName.favourites, DirectoryName.screening, DirectoryName.apps,
    ]

    /// The names of the members of that kind: `method`, `signal` or `property`.
    private func members(_ kind: String, of interface: InterfaceName) throws -> Set<String> {
        Set(
            try contract(interface).split(separator: "<\(kind) name=\"").dropFirst().map {
                String($0.prefix { $0 != "\"" })
            })
    }

    private func words<Word: CaseIterable & RawRepresentable>(_: Word.Type) -> Set<String>
    where Word.RawValue == String { Set(Word.allCases.map(\.rawValue)) }

    /// The words in front of a line's colon: "`answered`: by its own answer-call;"
    private func defined(by property: String, in interface: InterfaceName) throws -> Set<String> {
        let text = try comment(of: property, in: interface).replacing(",\n", with: ", ")
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let heads = lines.filter { $0.hasPrefix("`") }.compactMap { $0.split(separator: ":").first.map(String.init) }
        return heads.reduce(into: []) { $0.formUnion(quoted($1)) }
    }

    private func mentioned(by property: String, in interface: InterfaceName) throws -> Set<String> {
        quoted(try comment(of: property, in: interface))
    }

    private func quoted(_ text: String) -> Set<String> {
        Set(
            text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) })
    }

    /// The comment in front of a member of an interface.
    private func comment(of member: String, in interface: InterfaceName) throws -> String {
        let text = try contract(interface)
        let start = try #require(text.range(of: "<!--\n      \(member):\n"))
        let end = try #require(text.range(of: "-->", range: start.upperBound..<text.endIndex))
        return String(text[start.upperBound..<end.lowerBound])
    }

    private func contract(_ interface: InterfaceName) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../dbus/\(interface).xml")
        return try String(contentsOf: file, encoding: .utf8)
    }
}
