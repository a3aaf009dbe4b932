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

    /// Whether people write names so: letters, and nothing of a number, an address or an identifier. A text of several
    /// words may have digits and dots, as in "Dr. Watson".
    static func isName(_ text: String) -> Bool {
        guard text.contains(where: \.isLetter), !text.contains(where: { "@:*#+/".contains($0) }) else { return false }
        return text.contains(" ") || !text.contains { $0.isASCII && ($0.isNumber || $0 == ".") }
    }
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
        guard handle.kind == .generic, NamedCaller.isName(text) else { return NamedCaller(name: "", handles: [handle]) }
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
                    preferring: \.current, otherwise: "; recents shows the earlier ones"))
        }
        guard let call = try call(prefix, id, isNumber: false, options) else {
            throw Failure(
                .refused, "UnknownCall", "No call has an id that begins with \(id); list and recents show the calls")
        }
        return try caller(of: call)
    }

    private func caller(of call: CallRecord) throws(Failure) -> NamedCaller {
        guard let handle = call.handle.handle else {
            throw Failure(
                .refused, "HiddenCaller",
                "The caller of call \(call.uuid) hides its number; block --hidden is about all such callers")
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
            throw .ambiguousCall(
                "\(what); write a number with its country code", fitting,
                lines: fitting.map { "\($0.uuid)  \($0.party)".printable })
        }
        return only
    }
}

extension ContactAddress {
    var line: String {
        [name, text, use].filter { !$0.isEmpty }.joined(separator: "  ").printable
    }

    var json: JSON {
        .object([("Name", .string(name)), ("Handle", JSON(handle.variant)), ("Use", .string(use))])
    }

    /// The addresses of contacts with that name that can be called; never empty.
    static func callable(in contacts: [[String: Variant]], of name: String) throws(Failure) -> [ContactAddress] {
        let addresses = contacts.flatMap(all).filter(\.canBeCalled)
        guard !addresses.isEmpty else {
            let message = "\(name) has no number or address; add one in your address book, or write a number"
            throw Failure(.refused, "UnknownContact", message)
        }
        return addresses
    }
}

extension DirectoryLink {
    /// More contacts help no person to choose.
    private static let searchLimit: UInt32 = 20

    /// The contacts or favourites that the directory takes the text for, as it does for the first of these purposes
    /// that finds one. `advice` is the end of the error if there is none.
    func contacts(
        named text: String, for purposes: SearchPurpose..., advice: String = ""
    ) throws(Failure) -> [[String: Variant]] {
        for purpose in purposes {
            let options = [String: Variant]([.purpose: .string(purpose.rawValue)])
            let found = try list(.search, text, Self.searchLimit, options)
            if !found.isEmpty { return found }
        }
        let message = "No contact or favourite is called \(text); write another name, a number or an address" + advice
        throw Failure(.refused, "UnknownContact", message)
    }

    /// The addresses of the only contact or favourite that the text names. Several books may have the same contact.
    func addresses(named text: String) throws(Failure) -> [ContactAddress] {
        let contacts = try contacts(named: text, for: .contact, .call)
        let addresses = try ContactAddress.callable(in: contacts, of: text)
        guard Set(contacts.map { $0.text(.name).lowercased() }).count == 1 else {
            throw .ambiguousContact(addresses, for: text)
        }
        var seen: Set<Handle> = []
        return addresses.filter { seen.insert($0.handle).inserted }
    }
}

extension Failure {
    /// Several addresses of contacts fit a name.
    static func ambiguousContact(_ addresses: [ContactAddress], for name: String) -> Failure {
        .ambiguous(
            "Contact", "\(addresses.count) addresses fit \(name.printable)", .array(addresses.map(\.json)),
            addresses.map(\.line))
    }
}
