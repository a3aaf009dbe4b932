// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryDatabase
import SDBus

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
                        throw .invalidArgs("\(identifier) is not the identifier of a screener; use ListScreeners.")
                    }
                    store.write { (database) throws(DirectoryProblem) in
                        try database.screeners.set(identifier, enabled: isEnabled)
                    } then: {
                        $0.complete(reply)
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
