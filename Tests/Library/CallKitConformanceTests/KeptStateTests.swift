// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// The daemon keeps its state and is killed at a bad moment. The app and its delegate notice nothing.
@Suite(.daemonLogs)
final class KeptStateTests: PhoneSuite {
    init() throws { try super.init(keepsState: true) }

    /// The daemon does not read the messages of the commands, of which `last` is the last one, and is killed.
    private func loses(_ commands: String..., last: String) throws {
        let monitor = try BusMonitor(on: scene.stage.bus)
        scene.stage.freeze()
        for command in commands { try phone.begins(command) }
        try monitor.wait(forCall: last)
        try scene.stage.restart()
    }

    // MARK: Messages that are lost with the daemon

    @Test func `A registration that is lost with the daemon is repeated`() throws {
        let chat = try scene.observer("Chat")
        let monitor = try BusMonitor(on: scene.stage.bus)
        scene.stage.freeze()
        for command in ["provider", "delegate full"] { try chat.begins(command) }
        try monitor.wait(forCall: "RegisterProvider")
        try scene.stage.restart()
        try scene.expect(["Chat": ["begin"]])
        try scene.does(chat, "ring A")
        try scene.expect(calls: "A incoming")
    }

    @Test func `An app that starts while the daemon hangs is registered with the next one`() throws {
        let monitor = try BusMonitor(on: scene.stage.bus)
        scene.stage.freeze()
        let chat = try scene.player("Chat")
        for command in ["provider", "delegate full"] { try chat.begins(command) }
        try monitor.wait(forCall: "Get")
        try scene.stage.restart()
        try scene.expect(["Chat": ["begin"]])
    }

    @Test func `A report of a call that is lost with the daemon is repeated`() throws {
        try loses("ring A", last: "ReportNewIncomingCall")
        try scene.expect(["Phone": ["A reported"]])
        try scene.expect(calls: "A incoming")
    }

    @Test func `Reports that are lost with the daemon are repeated in their order`() throws {
        try loses(
            "ring A", "ended A remote-ended", "ring B name=Ada", "update B name=Bob", last: "ReportCallUpdated")
        let said = try scene.story()["Phone"] ?? []
        #expect(said.contains("B reported") && said.allSatisfy { $0.hasPrefix("A re") || $0 == "B reported" })
        try scene.expect(calls: "B incoming")
        #expect(try scene.shell().property("LocalizedCallerName", of: "B") == "Bob")
    }

    @Test func `A request that is lost with the daemon is performed once`() throws {
        try scene.does(phone, "ring A", "request answer A")
        try loses("request end A", last: "RequestTransaction")
        try scene.expect(["Phone": ["accepted", "end A", "deactivate"]])
        try scene.expect(calls: "")
    }

    @Test(arguments: ["answer", "start"])
    func `A fulfilment that is lost with the daemon counts`(action: String) throws {
        try phone.does("drop-habit obey")
        if action == "answer" { try scene.does(phone, "ring A") }
        try phone.does(action == "answer" ? "request answer A" : "request start A +49")
        try scene.settle()
        try loses("fulfil", last: "FulfillAction")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: action == "answer" ? "A active" : "A dialing")
    }

    @Test func `A connection that is reported while no daemon runs counts`() throws {
        try scene.does(phone, "request start A +49")
        try scene.stage.crash()
        try phone.does("connecting A", "connected A")
        try scene.stage.startService()
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `A call whose end is reported while no daemon runs is over`() throws {
        try scene.does(phone, "ring A", "ring B")
        try scene.stage.crash()
        try phone.does("ended A remote-ended")
        try scene.stage.startService()
        try scene.expect([:])
        try scene.expect(calls: "B incoming")
    }

    // MARK: Pending actions

    @Test(arguments: ["fulfil", "fail"])
    func `A daemon that asks again does not ask the delegate again`(completion: String) throws {
        try scene.does(phone, "ring A", "drop-habit obey")
        try phone.does("request answer A")
        try scene.expect(["Phone": ["accepted", "answer A"]])
        let monitor = try BusMonitor(on: scene.stage.bus)
        try scene.stage.restart()
        try monitor.wait(forRepeated: "PerformAnswerCallAction")
        try scene.expect([:])
        try phone.does(completion)
        // The service takes a failure after a repeated request for a fulfilment.
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `An end that is pending while the daemon restarts ends the call`() throws {
        try scene.does(phone, "ring A", "request answer A")
        try phone.does("drop-habit obey", "request end A")
        try scene.expect(["Phone": ["accepted", "end A"]])
        try scene.restart()
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "")
    }

    @Test func `A call waits for the hold of another call that is pending while the daemon restarts`() throws {
        let chat = try scene.app("Chat")
        try scene.does(phone, "ring A", "request answer A")
        try phone.does("drop-habit obey")
        try scene.does(chat, "ring B")
        try chat.does("request answer B")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try scene.restart()
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"], "Chat": ["answer B", "activate"]])
        try scene.expect(calls: "A held, B active")
    }

    // MARK: The order of daemons

    @Test func `Two restarts in a row change nothing`() throws {
        try scene.does(phone, "ring A", "request answer A")
        try scene.stage.restart()
        try scene.stage.restart()
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `The audio stops if no daemon comes, and starts again with the daemon that has the call`() throws {
        try scene.does(phone, "ring A", "request answer A")
        try scene.stage.crash()
        try phone.wait(for: "deactivate", timeout: 60)
        try scene.expect(["Phone": ["deactivate"]])
        try scene.stage.startService()
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `A daemon without the state gets the calls, and their audio does not stop`() throws {
        try scene.does(phone, "ring A", "request answer A")
        try scene.restart()
        try scene.stage.crash()
        try scene.stage.dropState()
        try scene.stage.startService()
        try scene.expect(["Phone": ["begin"]])
        try scene.expect(calls: "A active")
        try scene.restart()
    }

    @Test func `A report that is lost with the daemon reaches a daemon without the state`() throws {
        try scene.does(phone, "ring A")
        let monitor = try BusMonitor(on: scene.stage.bus)
        scene.stage.freeze()
        for command in ["ended A remote-ended", "ring B"] { try phone.begins(command) }
        try monitor.wait(forCall: "ReportNewIncomingCall")
        try scene.stage.crash()
        try scene.stage.dropState()
        try scene.stage.startService()
        try scene.expect(["Phone": ["begin", "B reported"]])
        try scene.expect(calls: "B incoming")
    }
}
