// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore
@testable import StateSpace

/// Tests of the model check itself. `make modelcheck` explores the worlds that matter.
struct ModelCheckTests {
    private let smallWorld = Setting("1x2", providers: 1, calls: 2, requests: 1, [.hold])

    @Test func `The model check explores a small world completely and finds nothing wrong`() {
        var explorer = Explorer(smallWorld)
        let report = explorer.run()
        #expect(report.violation == nil)
        #expect(report.isComplete)
        #expect(report.states > 100)
    }

    @Test func `The model check tells the shortest story that makes an invariant untrue`() throws {
        let sentence = "No call is held for another call."
        let invariant = Invariant(sentence) { $0.calls.values.allSatisfy { $0.heldFor == nil } }
        var explorer = Explorer(smallWorld, invariants: [invariant])
        let lines = try #require(explorer.run().violation).split(separator: "\n")
        #expect(lines.first == Substring(sentence))
        #expect(
            lines.filter { $0.hasPrefix("  > ") } == [
                "  > a rings at p", "  > b rings at p", "  > ask: answer a", "  > fulfil: answer a",
                "  > ask: answer b",
                "  > fulfil: hold a",
            ])
    }

    @Test func `A setting can be written in words`() throws {
        let world = try #require(Setting(words: "2x3:loss,remote-end,requests=1,modems=1"))
        #expect(world.providers == 2 && world.calls == 3 && world.requests == 1 && world.modems == 1)
        #expect(world.chances == [.loss, .remoteEnd])
        #expect(Setting(words: "2x3") == nil)
        #expect(Setting(words: "2x3:what") == nil)
    }

    /// Do not leave out a required world to save time.
    @Test func `The worlds of CI have every kind of move and the required sizes`() {
        let worlds = Setting.ci
        #expect(Set(worlds.flatMap(\.chances)) == Set(Setting.Chance.allCases))
        for size in [(2, 3), (3, 2)] {
            #expect(
                worlds.contains {
                    ($0.providers, $0.calls) == size && $0.chances.isSuperset(of: [.group, .remoteEnd, .loss])
                })
        }
    }

    /// Add a new property here after you have decided whether `Snapshot` needs it.
    @Test func `The snapshot covers every property of a domain`() throws {
        var domain = Domain(seed: 1)
        let app = Caller(
            client: Client(name: "p"), uid: 1000, app: nil, isAdministrator: false, account: Account(name: "p"))
        _ = try domain.handle(.command(.register(identifier: "p", ProviderConfiguration()), from: app), at: 1)
        let call = CallID(high: 1, low: 1)
        _ = try domain.handle(.command(.reportIncoming(provider: "p", call, CallUpdate()), from: app), at: 1)
        _ = try domain.handle(
            .command(.request(Request([Request.Item(call: call, kind: .answer)])), from: app), at: 1)
        // Costs and accounts follow from the values that the snapshot has.
        #expect(
            names(domain) == [
                "policy", "calls", "providers", "audio", "transactions", "lane", "occupancy", "alerts", "shells",
                "switchedOff", "stories", "screenings", "hasEmergencyWindow", "ids", "output", "now",
                "restartedAt", "elsewhere",
            ])
        #expect(
            names(domain.calls) == [
                "known", "used", "stateBeforeEnding", "foundIn", "earlyReports", "connecting", "changes", "touched",
                "unwritten", "costs",
            ])
        #expect(
            names(domain.providers) == [
                "registered", "ids", "idsOfClient", "idsOfAccount", "costs", "lastID", "desktopEntries", "changes",
                "unwritten",
            ])
        #expect(
            names(domain.transactions) == [
                "open", "ofAction", "counts", "costs", "lastSerial", "completedActions", "completed", "unwritten",
            ])
        #expect(names(domain.lane) == ["order", "runnable", "waitingForEnd"])
        #expect(
            names(domain.occupancy) == [
                "occupants", "ready", "intruders", "resumable", "displaced", "awaited", "awaits", "resumptions",
            ])
        #expect(
            names(domain.alerts) == [
                "ringing", "silenced", "filtered", "filteredBytes", "lastArrival", "unwrittenCalls", "unwrittenCallers",
            ])
        #expect(
            names(domain.screenings) == ["directory", "waiting", "ofProvider", "costs", "lastNumber", "unwritten"])
        #expect(names(domain.switchedOff) == ["names", "cost", "isUnwritten"])
        #expect(names(domain.shells) == ["all", "primary", "state", "costs", "isUnwritten"])
        #expect(
            names(try #require(domain.calls[call])) == [
                "id", "provider", "outgoing", "providerName", "remoteHandle", "localizedCallerName",
                "identity", "contactIdentifier", "hasVideo", "emergency", "supports", "holdRefused", "state", "onHold",
                "muted",
                "remoteOnHold", "encrypted", "externalID", "isObserved", "shellMutesStreams",
                "streamProcess", "isOfModem", "members", "postDial", "includesInRecents", "isProviderInRecents",
                "silenced",
                "group", "hasAudio", "startedAt", "connectingAt", "connectedAt", "endedAt", "endedReason",
                "filteredBy", "reason", "reasonCall", "heldFor", "pending",
            ])
        let transaction = try #require(domain.transactions.values.first)
        #expect(
            names(transaction) == [
                "id", "requester", "origin", "activationToken", "actions", "named", "next", "cause", "causeCall",
                "audience", "endsOthers",
                "serial",
                "delivered",
            ])
        #expect(
            names(try #require(transaction.current)) == [
                "id", "call", "kind", "isInserted", "progress", "early", "failure", "deadline", "restart",
            ])
        #expect(
            names(try #require(domain.providers.values.first)) == [
                "id", "identifier", "client", "app", "account", "providerClass", "configuration", "calls",
                "isUnresponsive", "requestedTones",
            ])
    }

    private func names(_ value: some Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
}
