// SPDX-License-Identifier: MIT

import BusTesting
import CallEcho
import Foundation
import SDBus
import Testing

/// The real program of the test call, with the real service, and with a sound server where it matters. What plays on
/// the headset is what the microphone hears.
@Suite(.serialized) struct EchoTests {
    private static let name = "org.monkeycall.Echo"
    private static let path = "/org/monkeycall/Echo"

    private final class Scene {
        let desktop: Desktop
        /// The program, which ends after some seconds without a question.
        private(set) var echo: ChildProcess
        /// The user at the desktop.
        let watch: CallWatch
        private let client: BusClient
        private let sound: SoundServer?

        /// `sound` nil: there is no sound server.
        init(_ desktop: Desktop, _ sound: SoundServer?) throws {
            (self.desktop, self.sound) = (desktop, sound)
            watch = try CallWatch(desktop.daemon)
            client = try BusClient(address: desktop.bus.address)
            echo = try Self.run(desktop, sound, client)
        }

        private static func run(_ desktop: Desktop, _ sound: SoundServer?, _ client: BusClient) throws -> ChildProcess {
            let address = desktop.bus.address
            let echo = try ChildProcess(
                [Product.path("monkeycall-echo"), "--address=\(address)", "--session-address=\(address)"],
                environment: sound?.environment ?? desktop.bus.withoutSound)
            _ = try client.waitForName(EchoTests.name)
            return echo
        }

        /// Asks the object of the test call, as the user or as `asker`. On a busy machine the program may have ended by
        /// now. The bus of a desktop would start it.
        func ask<Answer>(as asker: BusClient? = nil, _ question: (BusObject) throws -> Answer) throws -> Answer {
            let object = (asker ?? client).object(EchoTests.name, EchoTests.path, EchoTests.name)
            do {
                return try question(object)
            } catch let error as BusTesting.BusError where ["ServiceUnknown", "NoReply"].contains(error.shortName) {
                echo = try Self.run(desktop, sound, client)
                return try question(object)
            }
        }

        /// Asks for a test call. Returns the short name of the error.
        func start(as asker: BusClient? = nil) throws -> String? {
            do {
                try ask(as: asker) { _ = try $0.call("Start") }
                return nil
            } catch let error as BusTesting.BusError {
                return error.shortName
            }
        }

        /// Waits for the test call in this state.
        func call(_ state: String, where matches: (CallWatch.Properties) -> Bool = { _ in true }) throws -> BusObject {
            watch.client.call(try watch.call(state) { $0["Provider"] == .string(EchoTests.name) && matches($0) })
        }

        func waitForTheEnd() throws { try watch.wait { $0.isEmpty } }
    }

    private func sound(_ desktop: Desktop) throws -> SoundServer { try SoundServer(on: desktop.bus, .pulseAudio) }

    // MARK: The call

    @Test
    func `A test call rings, plays the user's voice back, is silent while it is muted, and leaves with its program`()
        throws
    {
        let desktop = try Desktop()
        let sound = try sound(desktop)
        try sound.addMicrophone()
        try sound.setDefault("speaker")
        try sound.setDefaultMicrophone()
        let scene = try Scene(desktop, sound)
        let voice = try sound.play(on: "headset")
        #expect(try scene.start() == nil)
        let call = try scene.call("incoming")
        #expect(try call.get("IncludesInRecents") == false)
        try call.call("Answer")
        _ = try scene.call("active") { $0["HasAudio"] == true }
        // The voice has 0.25, and comes back half as loud.
        try sound.waitForLevel(on: "speaker", 0.08..<0.2, lasting: 3, withPauses: true)
        try call.call("SetMuted", true)
        _ = try scene.call("active") { $0["Muted"] == true }
        try sound.waitForLevel(on: "speaker", 0..<0.01, lasting: 5)
        try call.call("SetMuted", false)
        try sound.waitForLevel(on: "speaker", 0.08..<0.2, lasting: 3, withPauses: true)
        try call.call("SetHeld", true)
        _ = try scene.call("held")
        try sound.waitForRecordings("the test call records on hold") { recordings in
            !recordings.contains { $0.process == scene.echo.processID }
        }
        try call.call("End")
        try scene.waitForTheEnd()
        #expect(try scene.echo.waitForExit() == .exited(0))
        voice.terminate()
    }

    @Test func `A test call plays the voice again after the sound server has started anew`() throws {
        let desktop = try Desktop()
        let sound = try sound(desktop)
        let scene = try Scene(desktop, sound)
        #expect(try scene.start() == nil)
        let call = try scene.call("incoming")
        try call.call("Answer")
        let records = { (recordings: [SoundServer.Recording]) in
            recordings.contains { $0.process == scene.echo.processID }
        }
        try sound.waitForRecordings("the test call does not record", where: records)
        try sound.stop()
        try sound.start()
        try sound.waitForRecordings("the test call does not record again", where: records)
        try call.call("End")
        try scene.waitForTheEnd()
    }

    @Test func `A test call rings although its caller has left the bus, and is in no list after its end`() throws {
        let desktop = try Desktop()
        let scene = try Scene(desktop, try sound(desktop))
        let caller = try BusClient(address: desktop.bus.address)
        #expect(try scene.start(as: caller) == nil)
        caller.close()
        let call = try scene.call("incoming")
        try call.call("Decline")
        try scene.waitForTheEnd()
        #expect(try scene.watch.client.manager.call("ListEndedCalls").first?.elements?.isEmpty == true)
    }

    @Test func `The history has no test call`() throws {
        let desktop = try Desktop()
        let directory = try DirectoryOfUser(on: desktop)
        let scene = try Scene(desktop, try sound(desktop))
        #expect(try scene.start() == nil)
        try scene.call("incoming").call("Answer")
        try scene.call("active").call("End")
        try scene.waitForTheEnd()
        // A missed call comes after it to the history.
        try desktop.phone().miss("A", from: "+4930123456")
        try directory.expectUnread(1)
        let history = try directory.object("History").call("List", [:], .uint64(0), .uint32(100))
        #expect(history.first?.elements?.count == 1)
    }

    // MARK: Refusals

    @Test
    func `A test call is refused while the user has a call, also an observed one, and while there is a test call`()
        throws
    {
        let desktop = try Desktop()
        let scene = try Scene(desktop, try sound(desktop))
        let phone = try desktop.phone()
        try phone.ring("A")
        #expect(try scene.start() == "CallExists")
        try phone.end("A")
        try phone.ring("B", ["SupportsEnding": false, "SupportsHolding": false])
        try scene.watch.wait { $0.count == 1 && $0.values.allSatisfy { $0["Observed"] == true } }
        #expect(try scene.start() == "CallExists")
        try phone.end("B")
        try scene.waitForTheEnd()
        #expect(try scene.start() == nil)
        #expect(try scene.start() == "CallExists")
        _ = try scene.call("incoming")
        #expect(try scene.start() == "CallExists")
    }

    @Test(arguments: ["", "[DoNotDisturb]\nRefuse=no\n"])
    func `A test call says that do-not-disturb is on, and rings when it is off`(_ settings: String) throws {
        let desktop = try Desktop()
        try desktop.set(settings)
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        let scene = try Scene(desktop, try sound(desktop))
        #expect(try scene.start() == "DoNotDisturb")
        try agent.setDoNotDisturb(false)
        try agent.expect(doNotDisturb: "")
        #expect(try scene.start() == nil)
        _ = try scene.call("incoming")
    }

    @Test func `A test call is refused without a sound server`() throws {
        let scene = try Scene(try Desktop(), nil)
        #expect(try scene.start() == "NoSound")
    }

    @Test func `A test call is refused without the call service`() throws {
        let desktop = try Desktop()
        let scene = try Scene(desktop, nil)
        try desktop.daemon.kill9()
        try scene.watch.client.waitForName(DaemonUnderTest.busName, owned: false)
        #expect(try scene.start() == "NoCallService")
    }

    @Test func `The program ends by itself when it has nothing to do`() throws {
        let scene = try Scene(try Desktop(), nil)
        #expect(try scene.echo.waitForExit() == .exited(0))
    }

    // MARK: The command

    private func run(_ arguments: String..., on desktop: Desktop) throws -> CommandResult {
        try ChildProcess.run([Product.path("monkeycall"), "test-call", "--address=\(desktop.bus.address)"] + arguments)
    }

    @Test func `The command starts a test call and says what happens, or why there is none`() throws {
        let desktop = try Desktop()
        let missing = try run(on: desktop)
        #expect(missing.status == .exited(69) && missing.errors.contains("monkeycall-echo"))
        let scene = try Scene(desktop, try sound(desktop))
        let started = try run(on: desktop)
        #expect(started.succeeded && started.output.hasPrefix("A test call from \"Echo\" rings in three seconds.\n"))
        _ = try scene.call("incoming")
        let second = try run(on: desktop)
        #expect(second.status == .exited(2) && second.errors.contains("CallExists: You have a call; end it first"))
        let json = try run("--json", on: desktop)
        #expect(json.errors.contains(#""Error":"CallExists""#))
    }

    // MARK: The contract

    @Test func `The object of the test call has the members of its XML file`() throws {
        let scene = try Scene(try Desktop(), nil)
        let contract = try Introspection(file: Repository.file("dbus/org.monkeycall.Echo.xml"))
        let live = try Introspection(xml: scene.ask { try $0.introspect() })
        #expect(contract.differences(to: live, interfaces: [Self.name]) == [])
    }

    @Test func `SECURITY.md has every member of the test call's interface with its callers`() throws {
        let bus = try BusDaemon.session()
        let loop = try EventLoop()
        func connection() throws -> BusConnection {
            try BusConnection(.address(bus.address), description: "echo", loop: loop)
        }
        let echo = try Echo(connection(), session: connection(), own: connection(), loop, log: Log { _, _ in })
        let table = echo.interface()
        let columns = table.callers.map { (interface: table.name.text, member: $0.member, access: "\($0.access)") }
        #expect(try CallersTable(below: "The test call on the session bus").differences(from: columns) == [])
        withExtendedLifetime((bus, echo)) {}
    }

    @Test(.needsRoot) func `An app in a sandbox cannot start a test call`() throws {
        let desktop = try Desktop()
        let scene = try Scene(desktop, try sound(desktop))
        let boxed = try BusClient(
            address: desktop.bus.address, controlGroup: .flatpak("org.example.Boxed", uid: getuid()))
        #expect(try scene.start(as: boxed) == "AccessDenied")
        #expect(try scene.start() == nil)
    }
}
