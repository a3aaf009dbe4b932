// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The administrator's file, as the daemon reads it.
@Suite(.daemonLogs)
struct ConfigurationTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    @Test func `a deadline of the file is the action's`() throws {
        let (daemon, app) = try start("[Deadlines]\nAnswer=24h\nOther=1ms\n")
        let before = UInt64(Date().timeIntervalSince1970)
        try app.manager.call("ReportNewIncomingCall", "org.example.App", UUIDs.value("A"), [:])
        try daemon.object(app).call("RequestTransaction", actions("answer-call"), [:])
        let answer = try app.waitForSignal("PerformAnswerCallAction")
        let deadline = UInt64(answer.details?["Deadline"]?.int ?? 0) / 1_000_000
        #expect(deadline >= before + 86_000 && deadline < before + 90_000)
        try app.manager.call("FulfillAction", answer.arguments[1], [:])
        try daemon.object(app).call("RequestTransaction", actions("set-muted", ["Muted": true]), [:])
        let mute = try app.waitForSignal("PerformSetMutedCallAction")
        #expect(try app.waitForSignal("TimedOutPerformingAction").arguments[1] == mute.arguments[1])
    }

    @Test func `a wrong file keeps the daemon from starting, and it says where`() throws {
        let file = try folder.write("# Ours.\n[Deadlines]\nStart=soon\n", to: "monkeycalld.conf")
        let result = try run(file)
        #expect(result.status == .exited(78))
        #expect(result.errors.contains("\(file.path):3 message=Start=soon is no time span. Write 600, 5s,"))
    }

    @Test func `a file that is named must be there, and be a text of reasonable length`() throws {
        let missing = folder.url.appending(path: "missing.conf")
        for (file, message) in [(missing, "No such file"), (folder.url, "Is a directory")] {
            let result = try run(file)
            #expect(result.status == .exited(78) && result.errors.contains(message))
        }
        let long = try folder.write(String(repeating: "#\n", count: 600_000), to: "long.conf")
        #expect(try run(long).errors.contains("larger than 1048576 bytes"))
    }

    private func run(_ file: URL) throws -> CommandResult {
        try ChildProcess.run([try Product.path("monkeycalld"), "--address=unix:path=/nowhere", "--config", file.path])
    }

    private func start(_ text: String) throws -> (daemon: DaemonUnderTest, app: BusClient) {
        let daemon = try DaemonUnderTest(
            on: .session(), configuration: folder.write(text, to: "monkeycalld.conf"))
        let app = try daemon.client()
        try app.manager.call("RegisterProvider", "org.example.App", [:])
        return (daemon, app)
    }

    private func actions(_ action: String, _ more: [String: DBusValue] = [:]) -> DBusValue {
        .dictionaries([more.merging(["Action": .string(action), "Call": UUIDs.value("A")]) { $1 }])
    }
}
