// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The administrator's file, as the daemon reads it.
@Suite(.daemonLogs)
struct ConfigurationTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    @Test func `An action has the deadline from the file`() throws {
        let service = try start("[Deadlines]\nAnswer=24h\nOther=1ms\n")
        let app = service.app
        let before = UInt64(Date().timeIntervalSince1970)
        try app.manager.call("ReportNewIncomingCall", "org.example.App", UUIDs.value("A"), [:])
        try app.manager.call("RequestTransaction", .dictionaries([.answer("A")]), [:])
        let answer = try app.waitForSignal("PerformAnswerCallAction")
        let deadline = UInt64(answer.details?["Deadline"]?.int ?? 0) / 1_000_000
        #expect(deadline >= before + 86_000 && deadline < before + 90_000)
        try app.manager.call("FulfillAction", answer.arguments[1], [:])
        try app.manager.call("RequestTransaction", .dictionaries([.mute("A")]), [:])
        let mute = try app.waitForSignal("PerformSetMutedCallAction")
        #expect(try app.waitForSignal("TimedOutPerformingAction").arguments[1] == mute.arguments[1])
    }

    @Test func `Mistakes leave the defaults and are shown in the log and in a property`() throws {
        let text = "# Ours.\n[Deadlines]\nStart=soon\nAnswer=24h\n[Cellular org.example.App]\nUser=two words\n"
        let (daemon, app) = try start(text)
        let problems = try problems(app)
        #expect(problems.count == 2)
        #expect(problems.first?.hasPrefix("\(file.path):3: Start=soon is not a time span. Write 600, 5s,") == true)
        #expect(problems.last?.hasPrefix("\(file.path):6: User=two words is not an account.") == true)
        for problem in [":3 message=Start=soon is not a time span.", ":6 message=User=two words is not an account."] {
            _ = try daemon.process.waitForLine(of: .error) { $0.contains("at=\(file.path)\(problem)") }
        }
        // The correct lines apply, and the modem service with a wrong account is an ordinary app.
        #expect(try deadline(app) > 86_000)
        #expect(try app.provider().get("Class") == "voip")
    }

    @Test func `A file that is read again applies to later events and touches no call`() throws {
        let (daemon, app) = try start("[Deadlines]\nAnswer=1h\n")
        try app.manager.call("Subscribe")
        try app.manager.call("ReportNewIncomingCall", "org.example.App", UUIDs.value("A"), [:])
        try write("[Deadlines]\nAnswer=24h\nOther=never\n[Cellular org.example.App]\nUser=0\n")
        daemon.process.send(signal: SIGHUP)
        let changed = try app.waitForSignal("PropertiesChanged") { $0.arguments[1]["ConfigurationProblems"] != nil }
        #expect(changed.path == DaemonUnderTest.managerPath && changed.arguments[0].string == DaemonUnderTest.busName)
        #expect(try problems(app).first?.hasPrefix("\(file.path):3: Other=never is not a time span.") == true)
        // The ringing call still exists, and its answer has the new deadline.
        #expect(try deadline(app, rings: true) > 86_000)
        #expect(try app.provider().get("Class") == "voip")

        try write("")
        daemon.process.send(signal: SIGHUP)
        _ = try app.waitForSignal("PropertiesChanged") { $0.arguments[1]["ConfigurationProblems"] != nil }
        #expect(try problems(app).isEmpty)
        #expect(try app.manager.call("ListCalls").first?.elements?.count == 1)
    }

    @Test func `A provider that registers after the file was read again has the class from the file`() throws {
        let (daemon, app) = try start("")
        try write("[Cellular org.example.Modem]\nUser=\(getuid())\n")
        // The daemon reads the file before any message that is sent after the signal.
        daemon.process.send(signal: SIGHUP)
        let path = try app.manager.call("RegisterProvider", "org.example.Modem", [:]).first?.string ?? ""
        #expect(try app.provider(at: path).get("Class") == "cellular")
    }

    @Test func `A file that cannot be read is a problem`() throws {
        let missing = folder.url.appending(path: "missing.conf")
        let long = try folder.write(String(repeating: "#\n", count: 600_000), to: "long.conf")
        let wrong = [(missing, "No such file"), (folder.url, "Is a directory"), (long, "larger than 1048576 bytes")]
        for (file, message) in wrong {
            let daemon = try DaemonUnderTest(on: .session(), configuration: file)
            let problems = try problems(daemon.client())
            #expect(problems.count == 1 && problems[0].hasPrefix("\(file.path): ") && problems[0].contains(message))
        }
    }

    @Test func `--check prints every mistake and tells by its status whether there is one`() throws {
        try write("[Deadlines]\nStart=soon\n[Cellular org.example.Modem]\n")
        let wrong = try check(file.path)
        #expect(wrong.status == .exited(1) && wrong.errors.isEmpty)
        let lines = wrong.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("\(file.path):2: Start=soon is not a time span.") == true)
        #expect(lines.last?.hasPrefix("\(file.path):3: [Cellular org.example.Modem] lacks User=") == true)
        try write("[Deadlines]\nStart=5s\n")
        let right = try check(file.path)
        #expect(right.status == .exited(0) && right.output.isEmpty && right.errors.isEmpty)
        #expect(try check(folder.url.appending(path: "missing.conf").path).status == .exited(1))
    }

    private var file: URL { folder.url.appending(path: "monkeycalld.conf") }

    private func write(_ text: String) throws { _ = try folder.write(text, to: "monkeycalld.conf") }

    private func check(_ path: String) throws -> CommandResult {
        try ChildProcess.run([try Product.path("monkeycalld"), "--check", path])
    }

    private func problems(_ client: BusClient) throws -> [String] {
        try client.manager.get("ConfigurationProblems").strings ?? []
    }

    /// Requests an answer. Returns the app's time until the deadline, in seconds.
    private func deadline(_ app: BusClient, rings: Bool = false) throws -> Int {
        let before = Int(Date().timeIntervalSince1970)
        if !rings { try app.manager.call("ReportNewIncomingCall", "org.example.App", UUIDs.value("A"), [:]) }
        try app.manager.call("RequestTransaction", .dictionaries([.answer("A")]), [:])
        let answer = try app.waitForSignal("PerformAnswerCallAction")
        return (answer.details?["Deadline"]?.int ?? 0) / 1_000_000 - before
    }

    private func start(_ text: String) throws -> (daemon: DaemonUnderTest, app: BusClient) {
        try write(text)
        let daemon = try DaemonUnderTest(on: .session(), configuration: file)
        let app = try daemon.client()
        try app.manager.call("RegisterProvider", "org.example.App", [:])
        return (daemon, app)
    }
}
