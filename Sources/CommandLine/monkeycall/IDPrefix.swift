// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import SDBus

/// The beginning of a UUID as people type it: at least four characters, with or without dashes, in any case.
struct IDPrefix: ExpressibleByArgument, Equatable {
    /// Lower case, without dashes.
    let digits: String

    init?(argument: String) {
        let digits = argument.lowercased().filter { $0 != "-" }
        guard (4...32).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        self.digits = digits
    }

    func fits(_ uuid: String) -> Bool { uuid.filter { $0 != "-" }.hasPrefix(digits) }

    /// Nil if the text is shorter than a UUID.
    var uuid: String? {
        guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        return CallID(high: high, low: low).description
    }
}

extension Registry {
    /// The call that the reference names; without a reference the only call that `fits`, or the only one that
    /// `preferred` returns of several that fit. The message has `verb`, such as "answered".
    func select(
        _ reference: IDPrefix?, toBe verb: String, where fits: (CallRecord) -> Bool,
        preferring preferred: ([CallRecord]) -> [CallRecord] = { _ in [] }, otherwise advice: String = ""
    ) throws(Failure) -> CallRecord {
        let calls = try selectAll(
            reference, toBe: verb, where: fits, preferring: preferred, otherwise: advice, allowing: { $0.count == 1 })
        return calls[0]
    }

    /// The same for several calls that `isAllowed` accepts; never empty.
    func selectAll(
        _ reference: IDPrefix?, toBe verb: String, where fits: (CallRecord) -> Bool,
        preferring preferred: ([CallRecord]) -> [CallRecord], otherwise advice: String,
        allowing isAllowed: ([CallRecord]) -> Bool
    ) throws(Failure) -> [CallRecord] {
        let matching = callsInOrder.filter { call in reference.map { $0.fits(call.uuid) } ?? fits(call) }
        let narrowed = reference == nil ? preferred(matching) : []
        let candidates = narrowed.isEmpty ? matching : narrowed
        if candidates.isEmpty {
            let message = reference.map { "No call has an id that begins with \($0.digits); list shows the calls" }
            throw Failure(.refused, "UnknownCall", message ?? "There is no call that can be \(verb)" + advice)
        }
        if isAllowed(candidates) { return candidates }
        let what = reference.map { "\(candidates.count) calls have an id that begins with \($0.digits)" }
        throw .ambiguousCall(
            what ?? "\(candidates.count) calls can be \(verb)", candidates, lines: candidates.map(line))
    }

    private func line(_ call: CallRecord) -> String {
        let cells = [Cell(shortID(call.uuid)), Cell(call.state.text), Cell(call.providerName), Cell(call)]
        return cells.filter { $0.width > 0 }.map { $0.text(in: Table.widest) }.joined(separator: "  ")
    }
}

extension Registry {
    /// The first characters of an id: eight, or as many as distinguish it from all other calls.
    func shortID(_ uuid: String) -> String { uuid.shortID(among: calls.values.map(\.uuid)) }
}

extension Failure {
    /// Several calls fit. `lines` has a line for each.
    static func ambiguousCall(_ what: String, _ calls: [CallRecord], lines: [String]) -> Failure {
        .ambiguous("Call", what, .array(calls.map { JSON($0.properties) }), lines)
    }
}

extension [CallRecord] {
    /// The calls that a button of a headset is for: those that have the audio, or else those that are going on.
    var current: [CallRecord] {
        let talking = filter(\.hasAudio)
        return talking.isEmpty ? filter(\.isUnderWay) : talking
    }

    /// Whether the calls are the members of one conference.
    var isConference: Bool {
        guard let group = first?.group, !group.isEmpty else { return false }
        return allSatisfy { $0.group == group }
    }
}

extension CallRecord {
    /// Whether the call is going on now: it does not ring, is not on hold and is not over.
    var isUnderWay: Bool {
        switch state.word {
        case .incoming: !isUnanswered
        case .dialing, .connecting, .active: true
        case .held, .ending, .ended, nil: false
        }
    }

    /// The Reason of the call, with the short id of the other call.
    func why(in registry: Registry) -> String {
        if !heldFor.isEmpty, heldFor != reasonCall { return "held for \(registry.shortID(heldFor)): \(reason)" }
        return reasonCall.isEmpty ? reason.text : "\(reason) \(registry.shortID(reasonCall))"
    }
}

extension String {
    /// The first characters of a UUID that distinguish it from all others, at least eight.
    package func shortID(among others: [String]) -> String {
        var length = 8
        while length < count, others.contains(where: { $0 != self && $0.hasPrefix(prefix(length)) }) { length += 1 }
        return String(prefix(length))
    }
}

/// The ids that a provider session has met, so that a command can use their first characters.
struct KnownIDs {
    private let kind: String
    private var uuids: [String] = []

    /// `kind` names the things in error messages.
    init(of kind: String) { self.kind = kind }

    func contains(_ uuid: String) -> Bool { uuids.contains(uuid) }
    mutating func insert(_ uuid: String) { if !uuids.contains(uuid) { uuids.append(uuid) } }
    mutating func remove(_ uuid: String) { uuids.removeAll { $0 == uuid } }
    mutating func removeAll() { uuids = [] }

    /// The id that begins so. A whole id need not be known. Throws InvalidArgs.
    func resolve(_ text: String) throws(BusError) -> String {
        guard let prefix = IDPrefix(argument: text) else {
            throw .invalidArgs("\(text) is not the beginning of an id: at least four hexadecimal digits")
        }
        if let uuid = prefix.uuid { return uuid }
        let candidates = uuids.filter(prefix.fits)
        guard let only = candidates.first else { throw .invalidArgs("No \(kind) begins with \(text)") }
        guard candidates.count == 1 else {
            throw .invalidArgs("Several \(kind)s begin with \(text): " + candidates.joined(separator: " "))
        }
        return only
    }
}
