// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

/// The beginning of a UUID as people type it: at least four characters, with or without dashes, in any case.
struct IDPrefix: ExpressibleByArgument, Equatable {
    /// Lower case, without dashes.
    let digits: String

    init?(argument: String) {
        let digits = argument.lowercased().filter { $0 != "-" }
        guard (4...32).contains(digits.utf8.count), digits.utf8.allSatisfy(Self.isHexadecimal) else { return nil }
        self.digits = digits
    }

    func fits(_ uuid: String) -> Bool { uuid.filter { $0 != "-" }.hasPrefix(digits) }

    /// Nil if the text is shorter than a UUID.
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
    /// The call that the reference names; without a reference the only call that `fits`, or the only `preferred` one of
    /// several that fit. The message has `verb`, such as "answered".
    func select(
        _ reference: IDPrefix?, toBe verb: String, where fits: (CallRecord) -> Bool,
        preferring isPreferred: (CallRecord) -> Bool = { _ in false }, otherwise advice: String = ""
    ) throws(Failure) -> CallRecord {
        let matching = callsInOrder.filter { call in reference.map { $0.fits(call.uuid) } ?? fits(call) }
        let preferred = reference == nil ? matching.filter(isPreferred) : []
        let candidates = preferred.isEmpty ? matching : preferred
        if let only = candidates.first, candidates.count == 1 { return only }
        if candidates.isEmpty {
            let message = reference.map { "No call has an id that begins with \($0.digits); list shows the calls" }
            throw Failure(
                status: .refused, name: "UnknownCall",
                message: message ?? "There is no call that can be \(verb)" + advice)
        }
        let what = reference.map { "\(candidates.count) calls have an id that begins with \($0.digits)" }
        throw .ambiguous(
            "Call", what ?? "\(candidates.count) calls can be \(verb)", candidates.map(\.uuid), candidates.map(line))
    }

    private func line(_ call: CallRecord) -> String {
        let cells = [Cell(shortID(call.uuid)), Cell(call.state.text), Cell(call.providerName), Cell(call)]
        return cells.filter { $0.width > 0 }.map { $0.text(in: Table.widest) }.joined(separator: "  ")
    }
}
