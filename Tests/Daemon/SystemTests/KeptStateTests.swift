// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A service that continues with the state of the one before. Its clients do nothing about the restart.
@Suite(.daemonLogs)
struct KeptStateTests {
    private let folder: TemporaryDirectory
    private let stage: Stage

    init() throws {
        folder = try TemporaryDirectory()
        stage = try Stage(arguments: ["--state=\(folder.url.path)/state"])
    }

    @Test(arguments: [true, false])
    func `Calls, audio and pending actions survive the end of the service`(isKilled: Bool) throws {
        let (phone, chat, user) = (try stage.app("Phone"), try stage.app("Chat"), try stage.subscriber())
        try phone.activeCall("A")
        try chat.ring(
            "B",
            [
                "RemoteHandle": .tuple("phone-number", "+4930123456"), "ExternalID": "x@example.org",
                "Members": .array(of: "(sss)", [.tuple("generic", "bob", "Bob")]), "Encrypted": true,
                "RemoteOnHold": true, "StreamProcess": .uint32(42), "SupportsUngrouping": false,
                "IncludesInRecents": false,
            ])
        try user.ask("SetMuted", "A", true)
        _ = try phone.action()
        let instance = try user.client.manager(at: DaemonUnderTest.managerPath).get("Instance")
        let before = try user.client.managedObjects()
        if isKilled { try stage.restart() } else { try stage.upgrade() }

        #expect(try user.client.manager(at: DaemonUnderTest.managerPath).get("Instance") == instance)
        #expect(try user.client.managedObjects() == before)
        #expect(try user.audioProperty("OwnerCalls") == .strings([UUIDs.text("A")]))
        try phone.fulfill()
        #expect(try user.property("Muted", of: "A") == true)
        try user.ask("Answer", "B")
        try phone.fulfill()
        try chat.fulfill()
        #expect(try user.states() == ["A": "held", "B": "active"])
        #expect(try !stage.story().contains { $0.contains("reset") || $0.contains("begin") })
        #expect(stage.daemon.log.isEmpty)
    }

    @Test func `An app that does not complete its action after a restart is told once more`() throws {
        let phone = try stage.app("Phone")
        try phone.ring("A")
        try phone.actor.ask("Answer", "A")
        let first = try phone.action()
        try stage.restart()
        let again = try phone.actor.client.waitForSignal("PerformAnswerCallAction") { $0.details?["Again"] == true }
        #expect(again.arguments[1] == first.arguments[1])
        // The app has done it, and says that it cannot do it again.
        try phone.actor.call("FailAction", first.arguments[1], [:])
        #expect(try phone.actor.states() == ["A": "active"])
    }

    @Test func `A client that leaves while no service runs is lost`() throws {
        let (phone, chat, user) = (try stage.app("Phone"), try stage.app("Chat"), try stage.subscriber())
        try phone.activeCall("A")
        try chat.ring("B")
        try stage.crash()
        phone.actor.client.close()
        try stage.startService()
        let removed = try user.client.waitForSignal("InterfacesRemoved")
        #expect(removed.arguments.first?.string == UUIDs.path("A"))
        #expect(try user.states() == ["B": "incoming"])
    }

    @Test func `Icons and ringtones survive, and end with their provider`() throws {
        let icon = Array("picture".utf8)
        let phone = try stage.app("Phone", ["Icon": .descriptor(try .memory(icon))])
        try stage.restart()
        #expect(try phone.actor.client.provider().call("OpenIcon").first?.descriptor?.contents() == icon)
        try phone.actor.call("InvalidateProvider", .string(phone.identifier))
        try phone.actor.catchUp()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/state")
        #expect(!files.contains { $0.hasPrefix("icon") })
    }

    @Test func `The state is readable for the service only`() throws {
        try stage.app("Phone").activeCall("A")
        for (name, mode) in [("/state", 0o700), ("/state/state", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.path + name)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test func `The state of another bus is dropped`() throws {
        try stage.app("Phone").activeCall("A")
        let instance = try stage.actor("somebody").client.manager(at: DaemonUnderTest.managerPath).get("Instance")
        try stage.daemon.stop()
        let other = try Stage(arguments: ["--state=\(folder.url.path)/state"])
        #expect(try other.actor("somebody").states().isEmpty)
        #expect(try other.actor("somebody").client.manager(at: DaemonUnderTest.managerPath).get("Instance") != instance)
    }

    @Test(arguments: ["", "rubbish", "MonkeyCall state\u{7F}"])
    func `A service begins anew with a state that it cannot read, and says so`(contents: String) throws {
        let phone = try stage.app("Phone")
        try phone.activeCall("A")
        try stage.crash()
        try Data(contents.utf8).write(to: file)
        try stage.startService()
        #expect(try phone.actor.states().isEmpty)
        #expect(try problem(for: phone.actor).contains("state is damaged"))
        try phone.register()
        try phone.goOn("A")
        try stage.restart()
        #expect(try phone.actor.states() == ["A": "active"])
    }

    private var file: URL { folder.url.appending(path: "state/state") }

    private func problem(for actor: Actor) throws -> String {
        try actor.client.manager(at: DaemonUnderTest.managerPath).get("StateProblem").string ?? ""
    }

    private func instance(for actor: Actor) throws -> String {
        try actor.client.manager(at: DaemonUnderTest.managerPath).get("Instance").string ?? ""
    }

    @Test func `A state that is damaged before its last event is dropped and not restored as an old one`() throws {
        let phone = try stage.app("Phone")
        try phone.activeCall("A")
        let place = try Data(contentsOf: file).count
        try phone.activeCall("B")
        try stage.crash()
        var state = try Data(contentsOf: file)
        state[place + 4] ^= 1
        try state.write(to: file)
        try stage.startService()
        #expect(try phone.actor.states().isEmpty)
        let problem = try problem(for: phone.actor)
        #expect(problem.contains("\(file.path) is damaged") && problem.contains("\(state.count) bytes"))
        _ = try stage.daemon.process.waitForLine(of: .error) { $0.contains("is damaged") }
        try stage.restart()
        #expect(try self.problem(for: phone.actor).isEmpty)
    }

    @Test func `Calls go on if the state cannot be kept, and the service says why`() throws {
        let stage = try Stage(arguments: ["--state=/dev/null/state"])
        let phone = try stage.app("Phone")
        try phone.activeCall("A")
        #expect(try phone.actor.states() == ["A": "active"])
        let problem = try phone.actor.client.manager(at: DaemonUnderTest.managerPath).get("StateProblem").string
        #expect(problem?.contains("/dev/null/state") == true)
        _ = try stage.daemon.process.waitForLine(of: .error) { $0.contains("/dev/null/state") }
    }

    @Test func `A state whose services end again and again is reduced to the calls, then reset`() throws {
        let (phone, user) = (try stage.app("Phone"), try stage.subscriber())
        try phone.activeCall("A")
        try phone.ring("B")
        let transaction = try user.ask("Answer", "B")
        _ = try phone.action()
        let instance = try user.client.manager(at: DaemonUnderTest.managerPath).get("Instance")
        try stage.crash()
        try pretend(crashes: 3)
        try stage.startService()
        let completed = try user.client.waitForSignal("TransactionCompleted").arguments
        #expect(completed[0].string == transaction && completed[2]["Reason"] == "service-restarted")
        #expect(try user.states() == ["A": "active", "B": "incoming"])
        #expect(try user.audioProperty("OwnerCalls") == .strings([UUIDs.text("A")]))
        #expect(try user.client.manager(at: DaemonUnderTest.managerPath).get("Instance") == instance)

        try stage.crash()
        try pretend(crashes: 4)
        try stage.startService()
        _ = try phone.actor.client.waitForSignal("ProviderDidReset")
        #expect(try user.states().isEmpty)
        #expect(try user.client.manager(at: DaemonUnderTest.managerPath).get("Instance") != instance)
    }

    /// As if so many services had ended while this user was at hand: the last one, and those that were counted before.
    private func pretend(crashes: Int) throws {
        let user = UInt64(2) << 32 | UInt64(geteuid())
        let words = [user, user | UInt64(crashes - 1) << 40] + Array(repeating: 0, count: 62)
        try words.withUnsafeBytes { try Data($0).write(to: folder.url.appending(path: "state/at-hand")) }
    }
}
