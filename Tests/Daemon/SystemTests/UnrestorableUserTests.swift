// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A user with so large a state that the next services have too little memory to restore it, beside a user with a call.
@Suite(.daemonLogs)
struct UnrestorableUserTests {
    @Test(.needsServiceUser) func `A user whose state no service can restore costs no other user a call`() throws {
        try check(.system(policyFiles: [Scene.policy()]))
    }

    @Test(.needsServiceUser, .needsBroker)
    func `On dbus-broker a user whose state no service can restore costs no other user a call`() throws {
        try check(.broker(policyFiles: [Scene.policy()]))
    }

    private func check(_ bus: BusDaemon) throws {
        let stage = try Stage(on: bus, service: .service, actorsOf: .alice, keepsState: true)
        let phone = try stage.app("Phone")
        try phone.activeCall("A")
        // A service that is killed before it has handled the event whole counts too.
        try phone.actor.catchUp()
        try stage.restart()
        let small = try Self.data(of: stage.daemon.process)
        let large = Provider(try stage.actor("bob", of: .bob), "org.example.Large")
        try large.register(["MaximumCallGroups": .uint32(256)])
        try Self.fill(large)
        try large.actor.catchUp()
        try stage.restart()
        let difference = try Self.data(of: stage.daemon.process) - small
        try #require(difference > 1_024, "The state of Bob needs too little memory for this test: \(difference) KiB")
        let instances = (try Self.instance(for: phone.actor), try Self.instance(for: large.actor))
        try stage.crash()

        let (process, deaths) = try Self.start(on: bus, kibibytes: small + difference / 2)
        defer { process.terminate() }
        #expect((3...5).contains(deaths))
        #expect(try phone.actor.states() == ["A": "active"])
        #expect(try phone.actor.audioProperty("OwnerCalls") == .strings([UUIDs.text("A")]))
        #expect(try Self.instance(for: phone.actor) == instances.0)
        #expect(try Self.problem(for: phone.actor).isEmpty)
        let reset = try large.actor.client.waitForSignal("ProviderDidReset")
        #expect(reset.arguments.first == .string(large.identifier))
        #expect(try large.actor.states().isEmpty)
        #expect(try Self.instance(for: large.actor) != instances.1)
        #expect(try Self.problem(for: large.actor).contains(" services ended"))
        // The user begins anew.
        try large.register()
        try large.ring("B")
        #expect(try large.actor.states() == ["B": "incoming"])
    }

    /// Bob's app reports calls with long texts, as many as it may.
    private static func fill(_ app: Provider) throws {
        let text = String(repeating: "x", count: 1_000)
        let facts: DBusValue = [
            "RemoteHandle": .tuple("generic", .string(text)), "LocalizedCallerName": .string(text),
            "ExternalID": .string(text), "ContactIdentifier": .string(text),
        ]
        let manager = app.actor.client.manager
        for _ in 0..<16 {
            let reports = try (0..<64).map { _ in
                try app.actor.client.send(
                    manager.destination, manager.path, manager.interface, "ReportNewIncomingCall",
                    [.string(app.identifier), .string(UUID().uuidString.lowercased()), facts])
            }
            for report in reports where app.refusal(of: report) == "LimitsExceeded" { return }
        }
    }

    /// Starts services with so little memory until one of them lives. Returns it, and the number of the others.
    private static func start(on bus: BusDaemon, kibibytes: Int) throws -> (process: ChildProcess, deaths: Int) {
        let program = try WorldReadableProgram(Product.path("monkeycalld"), neededBy: .service)
        let watcher = try BusClient(address: bus.address)
        let state = bus.directory.url.appendingPathComponent("daemon").path
        for deaths in 0..<10 {
            let process = try ChildProcess(
                [
                    "prlimit", "--data=\(kibibytes << 10)", "--core=0", program.path, "--address=\(bus.address)",
                    "--config=/dev/null", "--state=\(state)",
                ], user: .service)
            if (try? watcher.waitForName(DaemonUnderTest.busName, unlessEnded: process)) != nil {
                return (process, deaths)
            }
            #expect(try process.waitForExit() != .exited(0))
        }
        throw SupportError("no service could start")
    }

    /// The memory that a process may write, in KiB. A limit of it holds for the same number.
    private static func data(of process: ChildProcess) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmData:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    private static func instance(for actor: Actor) throws -> String {
        try actor.client.manager(at: DaemonUnderTest.managerPath).get("Instance").string ?? ""
    }

    private static func problem(for actor: Actor) throws -> String {
        try actor.client.manager(at: DaemonUnderTest.managerPath).get("StateProblem").string ?? ""
    }
}
