// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import DirectoryDatabase
import SDBus

/// The apps that can call, and whether the user lets them. The service refuses the calls of the others.
final class AppSwitches {
    private let store: DirectoryStore
    /// The service's providers now.
    var registry: () -> Registry = { Registry() }
    /// More apps are not listed.
    private static let limit = 1_000

    init(_ store: DirectoryStore) { self.store = store }

    /// What the service is told; nil = it is not known, because the database cannot be read. Then the service keeps
    /// what it knows.
    var disabled: Set<String>? {
        guard store.isOpen else { return nil }
        let limits = Limits()
        // The database may be another version's.
        let names = store.data.apps.filter { !$0.value && limits.allowsIdentifier($0.key) }.keys.sorted()
        return Set(names.prefix(limits.disabledProviders))
    }

    /// Whether the user has switched off the app of a line. It need not be registered.
    func isSwitchedOff(_ line: ReportedLine) -> Bool {
        let registered = registry().provider(line.provider)
        guard registered?.isCellular != true else { return false }
        return answer(line.provider, app: line.app.isEmpty ? registered?.appID ?? "" : line.app) == false
    }

    /// nil = the user has not decided. A refusal counts more, as for the service.
    private func answer(_ identifier: String, app: String) -> Bool? {
        let answers = [store.data.apps[identifier], app.isEmpty ? nil : store.data.apps[app]].compactMap(\.self)
        return answers.isEmpty ? nil : answers.allSatisfy(\.self)
    }

    func set(_ identifier: String, allowed: Bool, _ reply: PendingReply<>) throws(BusError) {
        guard Limits().allowsIdentifier(identifier) else {
            throw .invalidArgs("\(identifier) is not an identifier, such as org.example.App.")
        }
        let registered = registry().provider(identifier)
        guard allowed || registered?.isCellular != true else {
            throw .invalidArgs("\(identifier) carries the calls of a modem, and cannot be switched off.")
        }
        let app = registered?.appID
        store.write(reply) { (database) throws(DirectoryProblem) in
            try database.apps.set(identifier, app: app, allowed: allowed)
        }
    }

    func list(_ reply: PendingReply<[[String: Variant]]>) {
        store.read { (database) throws(DirectoryProblem) in
            try database.history.apps(limit: Self.limit)
        } then: { [unowned self] result in
            reply.complete(result) { [unowned self] reply, past in reply.succeed(lines(past)) }
        }
    }

    private func lines(_ past: [PastApp]) -> [[String: Variant]] {
        let past = Dictionary(past.map { ($0.line.provider, $0) }) { $1 }
        let registered = Dictionary(registry().providers.values.map { ($0.identifier, $0) }) { $1 }
        let known = Set(past.keys).union(registered.keys)
        let apps = Set(past.values.map(\.line.app)).union(registered.values.map(\.appID))
        // The decision about a sandboxed app is told with its providers.
        let decided = store.data.apps.keys.filter { !apps.contains($0) }
        return known.union(decided).sorted().prefix(Self.limit).map { line($0, registered[$0], past[$0]) }
    }

    private func line(_ identifier: String, _ provider: ProviderRecord?, _ past: PastApp?) -> [String: Variant] {
        let app = provider?.appID ?? past?.line.app ?? ""
        let answer = answer(identifier, app: app)
        var line = [String: Variant]([
            .identifier: .string(identifier), .appID: .string(app),
            .localizedName: .string(provider?.properties.text(.localizedName) ?? past?.name ?? ""),
            .providerClass: .string(provider?.providerClass ?? ""), .registered: .bool(provider != nil),
            .allowed: .bool(provider?.isCellular == true || answer != false), .answered: .bool(answer != nil),
        ])
        line[.lastCall] = past.map { .uint64($0.lastCall) }
        return line
    }
}

extension DirectoryTables {
    /// The interface of `dbus/org.monkeycall.Directory.Apps.xml`.
    static func apps(_ apps: AppSwitches) -> Interface<Visit> {
        Interface(
            DirectoryName.apps, for: .user, refusal: refusal,
            [
                .deferredMethod(.listApps, returns: ("apps", [[String: Variant]].self)) {
                    [unowned apps] (_, _, reply) throws(BusError) in
                    apps.list(reply)
                },
                .deferredMethod(.setAppAllowed, takes: ("identifier", String.self), ("allowed", Bool.self)) {
                    [unowned apps] (_, _, reply, identifier, isAllowed) throws(BusError) in
                    try apps.set(identifier, allowed: isAllowed, reply)
                },
                .signal(DirectoryName.changed),
            ])
    }
}
