// SPDX-License-Identifier: MIT
import ArgumentParser
import CallMirror

/// What people type for a UUID: its first characters, at least four, with or without dashes, in any case.
struct IDPrefix: ExpressibleByArgument, Equatable {
    /// Lower case, without dashes.
    let digits: String

    /// Nil if it cannot be the beginning of a UUID.
    init?(argument: String) {
        let digits = argument.lowercased().filter { $0 != "-" }
        guard (4...32).contains(digits.utf8.count), digits.utf8.allSatisfy(Self.isHexadecimal) else { return nil }
        self.digits = digits
    }

    /// Whether it is the beginning of that UUID.
    func fits(_ uuid: String) -> Bool { uuid.filter { $0 != "-" }.hasPrefix(digits) }

    /// The whole UUID, if it is one.
    var uuid: String? {
        guard digits.utf8.count == 32 else { return nil }
        var uuid = ""
        for (position, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(position) { uuid += "-" }
            uuid.append(digit)
        }
        return uuid
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

extension Registry {
    /// The call that is meant: the one that the reference names, or without one the only one that `fits`. `verb` is
    /// what is to be done to it, such as "answered".
    func select(
        _ reference: IDPrefix?, toBe verb: String, where fits: (CallRecord) -> Bool
    ) throws(Failure) -> CallRecord {
        let candidates = callsInOrder.filter { call in reference.map { $0.fits(call.uuid) } ?? fits(call) }
        if let only = candidates.first, candidates.count == 1 { return only }
        if candidates.isEmpty {
            let message = reference.map { "No call has an id that begins with \($0.digits)" }
            throw Failure(
                status: .refused, name: "UnknownCall", message: message ?? "There is no call that can be \(verb)")
        }
        let what = reference.map { "\(candidates.count) calls have an id that begins with \($0.digits)" }
        throw Failure(
            status: .usage, name: "AmbiguousCall",
            message: ([(what ?? "\(candidates.count) calls can be \(verb)") + "; which one?"] + lines(candidates))
                .joined(separator: "\n"),
            details: [("Candidates", .strings(candidates.map(\.uuid)))])
    }

    private func lines(_ calls: [CallRecord]) -> [String] {
        calls.map { call in
            let words = [shortID(call.uuid), call.state, call.providerName, call.party].filter { !$0.isEmpty }
            return "  " + words.map { $0.printable.shortened(to: Table.widest) }.joined(separator: "  ")
        }
    }
}
