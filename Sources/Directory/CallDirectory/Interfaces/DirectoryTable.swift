// SPDX-License-Identifier: MIT

import AddressBooks
import CallContract
import CallInterface
import DirectoryCore
import DirectoryDatabase
import PhoneNumbers
import SDBus

extension DirectoryTables {
    /// The most results of a search, and entries of a page.
    static let pageLimit: UInt32 = 1_000

    /// The interface of `dbus/org.monkeycall.Directory.xml`.
    static func directory(
        _ store: DirectoryStore, _ callers: Callers, _ pictures: ContactPictures,
        _ placing: CallPlacing, _ subscribers: Subscribers
    ) -> Interface<Visit> {
        Interface(
            DirectoryName.interface, for: .user, refusal: refusal,
            [
                .property(.region) { $0.facts.region },
                .property(.contacts) { UInt32(clamping: $0.facts.contacts) },
                .property(.contactFolders) { $0.facts.contactFolders },
                .property(.databaseProblem) { $0.facts.databaseProblem },
                .property(.damagedFile) { $0.facts.damagedFile },
                .method(.subscribeToDirectory) { (_, call) throws(BusError) in
                    try subscribers.add(call.sender)
                },
                .method(.unsubscribeFromDirectory) { (_, call) throws(BusError) in
                    subscribers.remove(call.sender)
                },
                .signal(SignalName.subscriptionEnded.member),
                .deferredMethod(
                    .lookup, takes: ("handle", WireHandle.self), ("options", [String: Variant].self),
                    returns: ("caller", [String: Variant].self)
                ) { [unowned callers, unowned pictures] (_, _, reply, wire, _) throws(BusError) in
                    let caller = callers.caller(try Handle.parse(wire, "The handle", Limits()))
                    callers.record(of: caller, for: .request) { record in
                        let decision = callers.decide(about: caller, with: record)
                        var answer = caller.identification(label: record.label ?? "").wire
                        let number = caller.number
                        if number == nil { answer[.formatted] = nil }
                        answer.merge(country(of: number)) { $1 }
                        let use = callers.use(ofKey: caller.key.text)
                        if use != .other { answer[.use] = .string(use.rawValue) }
                        let verdict = (decision ?? ScreeningDecision(screeners: [])).verdict
                        answer[.verdict] = .string(verdict.rawValue)
                        answer[.picture] = pictures.id(of: caller.contact?.picture).map { .string($0) }
                        callers.providers(of: caller) { providers in
                            answer[.provider] = providers.first.map { .string($0) }
                            answer[.providers] = .strings(providers)
                            reply.succeed(answer)
                        }
                    }
                },
                .method(
                    .search, takes: ("text", String.self), ("limit", UInt32.self), ("options", [String: Variant].self),
                    returns: ("contacts", [[String: Variant]].self)
                ) { [unowned callers, unowned pictures] (_, _, text, limit, options) throws(BusError) in
                    let text = try Limits().checked(text, "The text")
                    let purpose = try Options(options).word(.purpose) ?? SearchPurpose.search
                    let skip = Int(try Options(options).uint32(.skip) ?? 0)
                    let matches = callers.matches(of: text, for: purpose, skip: skip, limit: Int(min(limit, pageLimit)))
                    let index = callers.books.index
                    return matches.favourites.map {
                        match($0.name, in: "", [($0.handle, "", $0.callerKey)], callers.region)
                    }
                        + matches.contacts.map { found in
                            let contact = found.contact
                            var wire = match(
                                contact.name, in: index.name(ofBook: found.id.book) ?? "",
                                zip(contact.handles, found.keys).map { ($0.handle, $0.use.rawValue, $1) },
                                callers.region)
                            wire[.picture] = pictures.id(of: contact.picture).map { .string($0) }
                            return wire
                        }
                },
                openPicture(pictures), place(placing, callers),
                .method(.listCountries, returns: ("countries", [[String: Variant]].self)) { (_, _) throws(BusError) in
                    Region.all.map { [String: Variant]([.country: .string($0.code), .countryName: .string($0.name)]) }
                },
                .method(
                    .normalize, takes: ("text", String.self), ("region", String.self),
                    returns: ("number", [String: Variant].self)
                ) { [unowned callers] (_, _, text, code) throws(BusError) in
                    let region = try code.isEmpty ? callers.region : parse(region: code)
                    let handle = Handle(written: try Limits().checked(text, "The text"))
                    let key = HandleKey(handle, in: region)
                    guard let normalized = key.handle(like: handle) else {
                        throw .invalidArgs("The text has no number or address; write one.")
                    }
                    var answer = description(of: key, region)
                    answer[.handle] = normalized.variant
                    return answer
                },
                .deferredMethod(.setContactFolders, takes: ("paths", [String].self)) {
                    [unowned store] (_, _, reply, paths) throws(BusError) in
                    let text = try folders(paths).joined(separator: "\n")
                    store.write(reply) { (database) throws(DirectoryProblem) in
                        try database.settings.set(.contactFolders, to: text)
                    }
                },
                .deferredMethod(.setRegion, takes: ("region", String.self)) {
                    [unowned store] (_, _, reply, code) throws(BusError) in
                    let region = try code.isEmpty ? nil : parse(region: code).code
                    store.write(reply) { (database) throws(DirectoryProblem) in
                        try database.settings.set(.region, to: region)
                    }
                },
            ])
    }

    /// Place of `dbus/org.monkeycall.Directory.xml`.
    private static func place(_ placing: CallPlacing, _ callers: Callers) -> Member<Visit> {
        .deferredMethod(
            .place, takes: ("text", String.self), ("options", [String: Variant].self),
            returns: ("provider", String.self)
        ) { [unowned placing, unowned callers] (_, _, reply, text, options) throws(BusError) in
            let options = Options(options)
            let details = try StartCallDetails(options)
            let handles = try callers.callee(try Limits().checked(text, "The text"))
            placing.place(handles, by: try options.string(.provider) ?? "", details) {
                $0.complete(reply)
            }
        }
    }

    /// OpenPicture of `dbus/org.monkeycall.Directory.xml`. Decoders have holes, so no picture is decoded or scaled
    /// here.
    private static func openPicture(_ pictures: ContactPictures) -> Member<Visit> {
        .deferredMethod(
            .openPicture, takes: ("picture", String.self), ("size", UInt32.self), returns: ("file", BusFile.self)
        ) { [unowned pictures] (_, _, reply, id, _) throws(BusError) in
            pictures.open(id, reply)
        }
    }

    /// The most folders of vCards that a user can choose.
    private static let folderLimit = 16

    private static func folders(_ paths: [String]) throws(BusError) -> [String] {
        guard paths.count <= folderLimit else {
            throw .invalidArgs("There are \(paths.count) folders; choose at most \(folderLimit).")
        }
        for path in paths {
            guard FollowedFolder(path, home: "/") != nil, path.utf8.count <= Limits().textLength, !path.contains("\n")
            else {
                throw .invalidArgs(
                    "A folder has an absolute path of at most \(Limits().textLength) bytes without line breaks.")
            }
        }
        return paths
    }

    static func parse(region code: String) throws(BusError) -> Region {
        do throws(UnknownRegionError) { return try Region(code: code) } catch { throw .invalidArgs(error.message) }
    }

    /// A result of a search: its name, its address book, and its handles, each with its use and its canonical key.
    private static func match(
        _ name: String, in book: String, _ handles: [(handle: Handle, use: String, key: String)], _ region: Region
    ) -> [String: Variant] {
        let addresses = handles.map { address in
            Variant.structure([
                .string(address.handle.kind.rawValue), .string(address.handle.value), .string(address.use),
            ])
        }
        let formatted = handles.map { PhoneNumber(key: $0.key)?.formatted(for: region) ?? "" }
        return [String: Variant]([
            .name: .string(name), .source: .string(book), .addresses: .array(of: "(sss)", addresses),
            .formatted: .strings(formatted),
        ])
    }

    /// How people write the number, and its country.
    private static func description(of key: HandleKey, _ region: Region) -> [String: Variant] {
        guard case .number(let e164) = key, let number = PhoneNumber(e164: e164) else { return [:] }
        var details = country(of: number)
        details[.formatted] = .string(number.formatted(for: region))
        return details
    }

    private static func country(of number: PhoneNumber?) -> [String: Variant] {
        guard let country = number?.country else { return [:] }
        return [String: Variant]([.country: .string(country.code), .countryName: .string(country.name)])
    }
}

extension HandleKey {
    /// The same caller in the spelling of the directory; nil = hidden.
    fileprivate func handle(like handle: Handle) -> Handle? {
        switch self {
        case .hidden: nil
        case .number, .short: Handle(kind: .phoneNumber, value: text)
        case .address: Handle(kind: handle.kind, value: text)
        }
    }
}
