// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation
import Testing

/// A service, a bridge and a source of calls, as a shell of the user sees them.
package protocol CallScene {
    /// Watches, and asks for everything.
    var shell: Actor { get }
    /// What else a failed test tells.
    var report: String { get }
    /// The provider at which the user dials if they name none.
    func defaultProvider() throws -> String
    /// Waits until the source has these calls, in its words.
    func waitAtSource(for states: [String: String]) throws
    /// Somebody calls.
    func ring(from number: String) throws
}

extension CallScene {
    /// The registry's calls: the number or the letter of each, and its state.
    package func calls() throws -> [String: String] {
        var states: [String: String] = [:]
        for row in try shell.call("ListCalls").first?.elements ?? [] {
            let number = row[3]?.string ?? ""
            let name = number.isEmpty ? UUIDs.name(row[0]?.string) : number
            // Listed twice, it would be under a name that no test expects.
            states[states[name] == nil ? name : name + " again"] = row[4]?.string
        }
        return states
    }

    /// Waits until the registry and the source have these calls, in the words of each.
    package func expect(_ states: [String: String], at source: [String: String]? = nil) throws {
        try wait("\(states)") { try calls() == states }
        if let source { try waitAtSource(for: source) }
    }

    /// The id of the call with that number.
    package func id(_ number: String) throws -> String {
        let rows = try shell.call("ListCalls").first?.elements ?? []
        let id = rows.first { $0[3]?.string == number }?[0]?.string
        return try #require(id, "the registry has no call of \(number)")
    }

    @discardableResult
    package func ask(_ member: String, _ number: String, _ arguments: DBusValue...) throws -> String {
        try shell.call(UUIDs.path(id(number)), CallName.call, member, arguments).first?.string ?? ""
    }

    /// Somebody calls while another provider has the active call B. The user answers and ends the call: B is held for
    /// it, and resumes.
    package func talkAndEnd(_ number: String, holding other: Provider) throws {
        try ring(from: number)
        try expect([number: "incoming", "B": "active"])
        try ask("Answer", number)
        try other.fulfill(after: "PerformSetHeldCallAction")
        try expect([number: "active", "B": "held"], at: [number: "active"])
        try ask("End", number)
        try other.fulfill(after: "PerformSetHeldCallAction")
        try expect(["B": "active"], at: [:])
    }

    package func property(_ name: String, of number: String) throws -> DBusValue {
        try shell.property(name, of: id(number))
    }

    package func wait(forProperty name: String, of number: String, _ value: DBusValue) throws {
        try wait("\(name) \(value)") { try property(name, of: number) == value }
    }

    /// The source rings, and the user answers.
    package func talk(to number: String) throws {
        try ring(from: number)
        try wait { try calls()[number] == "incoming" }
        try ask("Answer", number)
        try wait { try calls()[number] == "active" }
    }

    /// The user dials at the first provider of the bridge, or at that one. Returns the id of the call.
    @discardableResult
    package func dial(_ number: String, _ more: [String: DBusValue] = [:], at provider: String? = nil) throws -> String
    {
        let id = UUID().uuidString.lowercased()
        let action: [String: DBusValue] = [
            "Action": "start-call", "Call": .string(id), "Provider": .string(try provider ?? defaultProvider()),
            "Handle": .tuple("phone-number", .string(number)),
        ]
        try shell.request([action.merging(more) { $1 }])
        return id
    }

    /// How the call with that id ended.
    package func endedReason(_ id: String) throws -> String { try endedReasons(id).first ?? "not ended" }

    /// The same of every entry of the call.
    package func endedReasons(_ id: String) throws -> [String] {
        let ended = try shell.call("ListEndedCalls").first?.elements ?? []
        return ended.filter { $0["Call"]?.string == id }.compactMap { $0["EndedReason"]?.string }
    }

    /// Waits for signals of the service until that is true.
    package func wait(_ purpose: String = "a state", until isTrue: () throws -> Bool) throws {
        while true {
            shell.client.forgetSignals()
            if try isTrue() { return }
            do {
                _ = try shell.client.nextSignal()
            } catch {
                let ended = try shell.call("ListEndedCalls").first?.elements ?? []
                let reasons = ended.map { $0["EndedReason"]?.string ?? "" }
                throw SupportError("no \(purpose), but \(try calls()); ended: \(reasons); \(report)")
            }
        }
    }
}
