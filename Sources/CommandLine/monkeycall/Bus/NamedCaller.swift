// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import CallLinks
import SDBus

/// A caller that the command line names: by the id of a call, a number, an address, or the name of a contact.
struct NamedCaller {
    /// Empty if it is not known.
    let name: String
    /// Not empty.
    let handles: [Handle]
}

extension DirectoryLink {
    /// More calls of the history are not searched for an id.
    private static let recentCalls = 1_000

    /// The caller that the text names.
    func caller(_ text: String, _ options: BusOptions) throws(Failure) -> NamedCaller {
        if let prefix = IDPrefix(argument: text),
            let call = try call(prefix, text, isNumber: text.allSatisfy(\.isNumber), options)
        {
            return try caller(of: call)
        }
        let handle = Handle(guessing: text)
        guard handle.kind == .generic, Dial.isName(text) else { return NamedCaller(name: "", handles: [handle]) }
        let addresses = try self.addresses(named: text)
        return NamedCaller(name: addresses.first?.name ?? "", handles: addresses.map(\.handle))
    }

    /// The caller of the present or recent call with that id; without an id, of the only present call or of the current
    /// one.
    func caller(ofCall id: String, _ options: BusOptions) throws(Failure) -> NamedCaller {
        guard let prefix = IDPrefix(argument: id) else {
            let present = try Service(options.bus).registry()
            return try caller(
                of: present.select(
                    nil, toBe: "blocked", where: { $0.isUnanswered || $0.isUnderWay || $0.state == .held },
                    preferring: \.isUnderWay, otherwise: "; recents shows the earlier ones"))
        }
        guard let call = try call(prefix, id, isNumber: false, options) else {
            throw Failure(
                status: .refused, name: "UnknownCall",
                message: "No call has an id that begins with \(id.printable); list and recents show the calls")
        }
        return try caller(of: call)
    }

    private func caller(of call: CallRecord) throws(Failure) -> NamedCaller {
        guard let handle = call.handle.handle else {
            throw Failure(
                status: .refused, name: "HiddenCaller",
                message: "The caller of call \(call.uuid) hides its number; block --hidden is about all such callers"
                    .printable)
        }
        return NamedCaller(name: call.callerName, handles: [handle])
    }

    /// The present or recent call that the id names; nil if there is none. `isNumber`: the text may be a number too.
    private func call(
        _ prefix: IDPrefix, _ text: String, isNumber: Bool, _ options: BusOptions
    ) throws(Failure) -> CallRecord? {
        let recent = try history(limit: Self.recentCalls).map(\.historyCall)
        var calls = Dictionary(recent.map { ($0.uuid, $0) }) { $1 }
        if let service = try? Service(options.bus), CallClient.isRunning(on: service.connection) {
            for call in try service.registry().callsInOrder { calls[call.uuid] = call }
        }
        let fitting = calls.values.filter { prefix.fits($0.uuid) }.sorted { $0.uuid < $1.uuid }
        guard let only = fitting.first else { return nil }
        guard fitting.count == 1, !isNumber else {
            let what = isNumber ? "\(text) is a number and the id of a call" : "\(fitting.count) calls have such an id"
            throw .ambiguous(
                "Call", "\(what); write a number with its country code", fitting.map(\.uuid),
                fitting.map { "\($0.uuid)  \($0.party)".printable })
        }
        return only
    }
}
