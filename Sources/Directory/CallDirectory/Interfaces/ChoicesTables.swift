// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryDatabase
import PhoneNumbers
import SDBus

extension DirectoryTables {
    /// The interface of `dbus/org.monkeycall.Directory.Favourites.xml`.
    static func favourites(_ store: DirectoryStore, _ callers: Callers) -> Interface<Visit> {
        Interface(
            DirectoryName.favourites, for: .user, refusal: refusal,
            [
                .deferredMethod(.listFavourites, returns: ("favourites", [[String: Variant]].self)) {
                    [unowned store, unowned callers] (_, _, reply) throws(BusError) in
                    let region = callers.region
                    store.read(reply) { (database) throws(DirectoryProblem) in
                        try database.favourites.list.enumerated().map { $1.wire(at: UInt32($0 + 1), in: region) }
                    }
                },
                .deferredMethod(
                    .setFavourite, takes: ("position", UInt32.self), ("handle", WireHandle.self), ("name", String.self),
                    ("provider", String.self)
                ) { [unowned store, unowned callers] (_, _, reply, place, wire, name, provider) throws(BusError) in
                    let limits = Limits()
                    let caller = callers.caller(try Handle.parse(wire, "The handle", limits))
                    guard let handle = caller.handle, caller.key != .hidden else {
                        throw .invalidArgs("A favourite needs a number or an address.")
                    }
                    let favourite = Favourite(
                        handle: handle, callerKey: caller.key.text, name: try limits.checked(name, "The name"),
                        provider: try limits.checked(provider, "The provider"))
                    store.write(reply) { (database) throws(DirectoryProblem) in
                        try database.favourites.set(favourite, at: Int(place))
                    }
                },
                .deferredMethod(.moveFavourite, takes: ("position", UInt32.self), ("new_position", UInt32.self)) {
                    [unowned store] (_, _, reply, place, other) throws(BusError) in
                    store.write(reply) { (database) throws(DirectoryProblem) in
                        try database.favourites.move(from: Int(place), to: Int(other))
                    }
                },
                .deferredMethod(.removeFavourite, takes: ("position", UInt32.self)) {
                    [unowned store] (_, _, reply, place) throws(BusError) in
                    store.write(reply) { (database) throws(DirectoryProblem) in
                        try database.favourites.remove(at: Int(place))
                    }
                },
                .signal(DirectoryName.changed),
            ])
    }
}

extension Favourite {
    fileprivate func wire(at position: UInt32, in region: Region) -> [String: Variant] {
        var wire = [String: Variant]([
            .position: .uint32(position), .handle: handle.variant, .name: .string(name), .provider: .string(provider),
        ])
        wire[.formatted] = PhoneNumber(key: callerKey).map { .string($0.formatted(for: region)) }
        return wire
    }
}

extension DirectoryTables {
    /// The interface of `dbus/org.monkeycall.Directory.Screening.xml`.
    static func screening(_ store: DirectoryStore, _ screeners: Screeners) -> Interface<Visit> {
        Interface(
            DirectoryName.screening, refusal: refusal,
            [
                .method(
                    .registerScreener, takes: ("identifier", String.self), ("options", [String: Variant].self)
                ) { [unowned screeners] (visit, call, identifier, options) throws(BusError) in
                    try screeners.register(
                        ScreenerRegistration(identifier, Options(options), app: visit.app, connection: call.sender))
                },
                .method(
                    .answerAboutCall, takes: ("call", String.self), ("verdict", String.self),
                    ("details", [String: Variant].self)
                ) { [unowned screeners] (_, call, uuid, verdict, details) throws(BusError) in
                    let label = try Options(details).string(.label)
                    try screeners.answer(
                        uuid, try Verdict.parse(verdict, "The verdict"),
                        label: try label.map { (text) throws(BusError) in try Limits().checked(text, "The label") },
                        from: call.sender)
                },
                .method(.listScreeners, for: .user, returns: ("screeners", [[String: Variant]].self)) {
                    [unowned screeners] (_, _) throws(BusError) in
                    screeners.list.map { screener in
                        [String: Variant]([
                            .identifier: .string(screener.identifier), .enabled: .bool(screener.isEnabled),
                            .registered: .bool(screener.isRegistered),
                        ])
                    }
                },
                .deferredMethod(
                    .setScreenerEnabled, for: .user, takes: ("identifier", String.self), ("enabled", Bool.self)
                ) { [unowned store] (_, _, reply, identifier, isEnabled) throws(BusError) in
                    guard !isEnabled || Limits().allowsIdentifier(identifier) else {
                        throw .invalidArgs("\(identifier) is not an identifier, such as org.example.Filter.")
                    }
                    store.write(reply) { (database) throws(DirectoryProblem) in
                        try database.screeners.set(identifier, enabled: isEnabled)
                    }
                },
                .signal(
                    "Screen",
                    [
                        ("call", String.self), ("handle", WireHandle.self), ("details", [String: Variant].self),
                    ]),
                .signal(DirectoryName.changed),
            ])
    }
}
