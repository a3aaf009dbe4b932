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
                    [unowned store] (_, _, reply) throws(BusError) in
                    store.read { (database) throws(DirectoryProblem) in
                        try database.favourites.list
                    } then: {
                        reply.complete($0) { reply, list in
                            reply.succeed(list.enumerated().map { $1.wire(at: UInt32($0 + 1)) })
                        }
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
                    store.write { (database) throws(DirectoryProblem) in
                        try database.favourites.set(favourite, at: Int(place))
                    } then: {
                        $0.complete(reply)
                    }
                },
                .deferredMethod(.moveFavourite, takes: ("position", UInt32.self), ("new_position", UInt32.self)) {
                    [unowned store] (_, _, reply, place, other) throws(BusError) in
                    store.write { (database) throws(DirectoryProblem) in
                        try database.favourites.move(from: Int(place), to: Int(other))
                    } then: {
                        $0.complete(reply)
                    }
                },
                .deferredMethod(.removeFavourite, takes: ("position", UInt32.self)) {
                    [unowned store] (_, _, reply, place) throws(BusError) in
                    store.write { (database) throws(DirectoryProblem) in
                        try database.favourites.remove(at: Int(place))
                    } then: {
                        $0.complete(reply)
                    }
                },
                .signal(DirectoryName.changed),
            ])
    }
}

extension Favourite {
    fileprivate func wire(at position: UInt32) -> [String: Variant] {
        [String: Variant]([
            .position: .uint32(position), .handle: handle.variant, .name: .string(name), .provider: .string(provider),
        ])
    }
}
