// SPDX-License-Identifier: MIT

import CallInterface
import CallModel
import DirectoryHistory
import SDBus

extension DirectoryTables {
    /// The interface of `dbus/org.monkeycall.Directory.Screening.xml`.
    static func screening(_ store: DirectoryStore, _ screeners: Screeners) -> Interface<Visit> {
        Interface(
            DirectoryName.screening,
            [
                .method(.registerScreener, takes: ["identifier", "options"]) {
                    [unowned screeners]
                    (visit, call, identifier: String, options: [String: Variant]) throws(BusError) in
                    try screeners.register(
                        ScreenerRegistration(identifier, Options(options), app: visit.app, connection: call.sender))
                },
                .method(.answerAboutCall, takes: ["call", "verdict", "details"]) {
                    [unowned screeners]
                    (_, call, uuid: String, verdict: String, details: [String: Variant]) throws(BusError) in
                    let label = try Options(details).string(.label)
                    try screeners.answer(
                        uuid, try Verdict.parse(verdict, "The verdict"),
                        label: try label.map { (text) throws(BusError) in try Limits().checked(text, "The label") },
                        from: call.sender)
                },
                .method(.listScreeners, returns: ["screeners"]) {
                    [unowned screeners] (visit, _) throws(BusError) -> [[String: Variant]] in
                    try visit.requireUser()
                    return screeners.list.map { screener in
                        [String: Variant]([
                            .identifier: .string(screener.identifier), .enabled: .bool(screener.isEnabled),
                            .registered: .bool(screener.isRegistered),
                        ])
                    }
                },
                .deferredMethod(.setScreenerEnabled, takes: ["identifier", "enabled"]) {
                    [unowned store]
                    (visit, _, reply: PendingReply<>, identifier: String, isEnabled: Bool) throws(BusError) in
                    try visit.requireUser()
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
