// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import CallCore

/// The arbiter decides as the table *who displaces whom* of `docs/ARBITER.md` says.
struct ArbiterTableTests {
    /// A cell: the call in the way, the requests of the column, and the documented decision.
    struct Cell: Sendable, CustomTestStringConvertible {
        let inTheWay: String
        let wanted: String
        let decision: String
        var testDescription: String { "\(wanted), \(inTheWay): \(decision)" }
    }

    struct UnknownWord: Error { let word: String }

    private static func cells() throws -> [Cell] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/ARBITER.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        guard let head = rows.first else { return [] }
        return rows.dropFirst(2).flatMap { row in
            zip(head, row).dropFirst().map { Cell(inTheWay: row[0], wanted: $0, decision: $1) }
        }
    }

    @Test(arguments: try cells())
    func `The arbiter decides every cell of the table as documented`(_ cell: Cell) throws {
        for wanted in try Self.wishes(cell.wanted) {
            for inTheWay in Self.situations(cell.inTheWay) {
                var stage = try Stage(wanted)
                try stage.put(inTheWay)
                #expect(try stage.decision() == cell.decision, "\(wanted), \(inTheWay)")
            }
        }
    }

    @Test func `The table has the expected number of cells`() throws {
        #expect(try Self.cells().count == 24 * 5)
    }

    /// The requests that a column stands for.
    private static func wishes(_ column: String) throws -> [Wish] {
        switch column {
        case "start, answer, resume of VoIP": [.start("q"), .answer("q"), .resume("q")]
        case "the same of a cellular call": [.start("n"), .answer("n"), .resume("n")]
        case "start or answer in an emergency": [.emergencyStart, .emergencyAnswer]
        case "answer asked for from a sandbox": [.answerFromSandbox]
        case "start or answer that must not end others": [.sparingStart, .sparingAnswer]
        default: throw UnknownWord(word: column)
        }
    }

    /// The situations that a row stands for: the kind of the call in the way, and its state.
    private static func situations(_ row: String) -> [String] {
        guard row.hasPrefix("any of them, ") else { return [row] }
        return ["VoIP", "cellular"].map { $0 + row.dropFirst("any of them".count) }
    }

    enum Wish: Hashable {
        case start(String), answer(String), resume(String), emergencyStart, emergencyAnswer, answerFromSandbox
        case sparingStart, sparingAnswer
    }

    /// Apps `p` and `q`, modems `m` and `n`, and `s` in a sandbox. `a` of `p` or `m` is in the way of `b`.
    private struct Stage {
        var world: World
        let wish: Wish

        init(_ wish: Wish) throws {
            self.wish = wish
            world = try World(cellular: ["m": 1000, "n": 1000], providers: ["p", "q", "m", "n"])
            try world.register("s", from: .sandboxed("s"))
            // The call to resume was already held when the other call came.
            guard case .resume(let provider) = wish else { return }
            try world.talk(b, at: provider)
            try world.hold(b)
            try world.fulfil(b)
        }

        mutating func put(_ words: String) throws {
            let parts = words.split(separator: ", ", maxSplits: 1).map(String.init)
            let isEmergency = parts[0] == "emergency"
            let provider = ["VoIP", "observed"].contains(parts[0]) ? "p" : "m"
            let start = ActionKind.start(at: provider, emergency: isEmergency)
            switch parts[1] {
            case "active, can be held": try world.talk(a, at: provider)
            case "active, cannot be held":
                try world.talk(a, at: provider)
                try world.update(a) { $0.supportsHolding = false }
            case "active, can be held, cannot be ended":
                try world.talk(a, at: provider)
                try world.update(a) { $0.supportsEnding = false }
            case "active, can neither be held nor ended":
                try world.talk(a, at: provider)
                try world.update(a) { ($0.supportsEnding, $0.supportsHolding) = (false, false) }
            case "dialing, cannot be ended":
                try world.request((a, start))
                try world.update(a) { $0.supportsEnding = false }
            case "active" where parts[0] == "observed": try world.observe(a, at: provider)
            case "active, its app let a hold time out", "active, its modem let a hold time out":
                try world.talk(a, at: provider)
                try world.hold(a)
                try world.miss(a)
            case "active, its app refused a hold", "active, its modem refused a hold":
                try world.talk(a, at: provider)
                try world.hold(a)
                try world.refuse(a)
            case "active":
                try world.request((a, start))
                try world.fulfil(a)
                try world.reportConnected(a)
            case "dialing": try world.request((a, start))
            case "dialing, start fulfilled":
                try world.request((a, start))
                try world.fulfil(a)
            case "connecting, placed here":
                try world.request((a, start))
                try world.fulfil(a)
                try world.reportConnecting(a)
            case "connecting, being answered":
                try world.ring(a, at: provider)
                try world.answer(a)
            case "ending":
                try world.talk(a, at: provider)
                try world.end(a)
            case "held":
                try world.talk(a, at: provider)
                try world.hold(a)
                try world.fulfil(a)
            case "incoming": try world.ring(a, at: provider)
            default: throw UnknownWord(word: words)
            }
        }

        mutating func decision() throws -> String {
            let told: [String]
            do {
                told = try ask()
            } catch let refusal as CallError {
                // During an emergency call the service may refuse even the report of the incoming call.
                let isProtected = [.requestCallIsProtected, .incomingCallIsProtected].contains(refusal.code)
                return isProtected ? "refuse" : refusal.code.rawValue
            }
            if told.contains(where: { $0.hasSuffix(" must hold a") }) { return "hold" }
            // An emergency call also ends a ringing call, but does not wait for its end.
            if told.contains(where: { $0.hasSuffix(" must end a") }), !told.contains(where: isDone) { return "end" }
            return told.contains(where: isDone) ? "nothing" : "wait"
        }

        private func isDone(_ words: String) -> Bool { words.hasSuffix(" b") && words.contains(" must ") }

        private mutating func ask() throws -> [String] {
            switch wish {
            case .start(let provider): return try world.start(b, at: provider)
            case .answer(let provider):
                try world.ring(b, at: provider)
                return try world.answer(b)
            case .resume: return try world.resume(b)
            case .emergencyStart: return try world.request((b, .start(at: "n", emergency: true)))
            case .emergencyAnswer:
                try world.ring(b, at: "n") { $0.emergency = true }
                return try world.answer(b)
            case .answerFromSandbox:
                try world.ring(b, at: "s")
                return try world.request((b, .answer), from: .sandboxed("s"))
            case .sparingStart: return try world.request((b, .start(at: "q")), endingOthers: false)
            case .sparingAnswer:
                try world.ring(b, at: "q")
                return try world.request((b, .answer), endingOthers: false)
            }
        }
    }
}
