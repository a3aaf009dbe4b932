// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The daemon as a process: its start, its idle time, its end and its log.
@Suite(.daemonLogs)
struct LifecycleTests {
    @Test func `A second daemon on a bus ends with one clear line`() throws {
        let stage = try Stage()
        let second = try daemon(["--address=\(stage.bus.address)"])
        #expect(second.status == .exited(1))
        #expect(second.errors.split(separator: "\n").count == 1)
        #expect(second.errors.contains("Another process owns the name org.monkeycall.CallManager"))
        #expect(try stage.actor("anybody").call("ListCalls").count == 1)
    }

    @Test func `A daemon without a bus ends with one clear line`() throws {
        let lost = try daemon(["--address=unix:path=/nowhere/bus"])
        #expect(lost.status == .exited(1))
        #expect(lost.errors.split(separator: "\n").count == 1 && lost.errors.contains("Connecting to the bus"))
    }

    @Test func `SIGTERM resets no provider`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        try phone.activeCall("A")
        let daemon = stage.daemon
        try stage.upgrade()
        #expect(try !stage.story().contains { $0.contains("reset") })
        #expect(daemon.log.isEmpty)
    }

    @Test func `The daemon ends with its bus and with a failure, so that systemd starts it again`() throws {
        let stage = try Stage()
        try stage.app("Phone").activeCall("A")
        // A message that the daemon still has to send when the bus stops would add a line to the log.
        _ = try stage.story()
        stage.bus.stop()
        #expect(try stage.daemon.process.waitForExit() == .exited(1))
        let lines = stage.daemon.log.split(separator: "\n")
        #expect(lines == ["<5>the bus has gone"])
    }

    @Test func `A daemon that follows a killed one learns the calls from their apps`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        try phone.ring("A")
        try stage.restart()

        #expect(try phone.actor.states().isEmpty)
        #expect(phone.actor.refusal { _ in try phone.reportEnded("A", "failed") } == "UnknownCall")
        try phone.register()
        try phone.goOn("A", ["State": "active", "ConnectedAt": .uint64(1_700_000_000_000_000)])
        let session = try phone.actor.client.waitForSignal("DidActivateAudioSession").details
        #expect(session?["Call"] == UUIDs.value("A"))
    }

    @Test func `A connection that dies takes only its own calls with it`() throws {
        let stage = try Stage()
        let (phone, chat) = (try stage.app("Phone"), try stage.app("Chat"))
        let watcher = try stage.subscriber()
        try phone.activeCall("A")
        try phone.ring("B")
        try chat.ring("C")
        _ = try stage.story()
        phone.actor.client.close()
        _ = try watcher.client.waitForSignal("InterfacesRemoved") {
            $0.arguments.first?.string?.contains("providers") == true
        }
        let story = try stage.story()
        #expect(story.contains("watcher: A ended -audio provider-lost"))
        #expect(story.contains("watcher: B ended provider-lost"))
        #expect(story.filter { $0.hasPrefix("watcher: removed") }.count == 3)
        #expect(story.contains("watcher: audio of nobody Alert=ring"))
        #expect(!story.contains { $0.hasPrefix("chat") || $0.contains(" C") })
        #expect(try watcher.property("State", of: "C") == "incoming")
    }

    @Test func `The idle daemon has one thread and never wakes`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.shell())
        try phone.activeCall("A")
        try phone.ring("B")
        _ = try stage.story()
        // Only a fixed wait shows that nothing happens. A page fault that reads from disk counts like a wake-up, so one
        // quiet period of three is enough; a polling daemon has none.
        let isQuiet = try (1...3).contains { _ in
            let before = try switchesOnceAsleep(of: stage.daemon)
            Thread.sleep(forTimeInterval: 2)
            return try switchesOnceAsleep(of: stage.daemon) == before
        }
        #expect(isQuiet)
        #expect(try stage.daemon.usage().threads == 1)
    }

    @Test func `The log has no phone number, not even with --debug`() throws {
        for arguments in [[], ["--debug"]] {
            let stage = try Stage(arguments: arguments)
            let phone = try stage.app("Phone")
            let handle: [String: DBusValue] = [
                "RemoteHandle": .tuple("phone-number", "+4930123456"), "LocalizedCallerName": "Ada",
            ]
            try phone.ring("A", handle)
            _ = phone.actor.refusal { _ in try phone.ring("A", handle) }
            _ = phone.actor.refusal { try $0.ask("PlayDTMF", "A", "30123456") }
            _ = phone.actor.refusal { try $0.call("RequestStartCall", "", .tuple("generic", "+4930123456"), [:]) }
            _ = phone.actor.refusal { _ in try phone.ring("B", ["RemoteHandle": .tuple("mobile", "+4930123456")]) }
            try stage.daemon.stop()
            #expect(!stage.daemon.log.contains("30123456") && !stage.daemon.log.contains("Ada"))
            #expect(stage.daemon.log.contains("refused") == !arguments.isEmpty)
        }
    }

    @Test func `The help explains the options, and contradicting options are refused`() throws {
        let help = try daemon(["--help"])
        #expect(help.succeeded && help.output.contains("--session") && help.output.contains("--address"))
        #expect(try daemon(["--version"]).output == Repository.version() + "\n")
        let both = try daemon(["--session", "--address=unix:path=/x"])
        #expect(both.status != .exited(0) && both.errors.contains("either --session or --address"))
        #expect(try daemon(["--no-such-option"]).status != .exited(0))
    }

    @Test(arguments: [("--session", "DBUS_SESSION_BUS_ADDRESS"), ("", "DBUS_SYSTEM_BUS_ADDRESS")])
    func `The daemon finds the bus without an option`(option: String, variable: String) throws {
        let bus = try BusDaemon.session()
        let client = try BusClient(address: bus.address)
        let process = try ChildProcess(
            [try Product.path("monkeycalld")] + (option.isEmpty ? [] : [option]), environment: [variable: bus.address])
        try client.waitForName(DaemonUnderTest.busName)
        process.terminate()
        #expect(try process.waitForExit() == .exited(0))
    }

    private func daemon(_ arguments: [String]) throws -> CommandResult {
        try ChildProcess.run([try Product.path("monkeycalld")] + arguments)
    }

    /// The count of voluntary context switches, read when the daemon sleeps: it may still run after its last reply.
    private func switchesOnceAsleep(of daemon: DaemonUnderTest) throws -> Substring? {
        let deadline = Deadline()
        while !deadline.hasPassed {
            let status = try String(contentsOfFile: "/proc/\(daemon.process.processID)/status", encoding: .utf8)
            let lines = status.split(separator: "\n")
            if lines.contains(where: { $0.hasPrefix("State:\tS") }) {
                return lines.first { $0.hasPrefix("voluntary_ctxt_switches") }
            }
            Thread.sleep(forTimeInterval: 0.001)
        }
        return nil
    }
}
