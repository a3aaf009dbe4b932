// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A bus, the daemon on it, an app with an audio session, another app with calls, and a shell.
final class Desktop {
    let bus: BusDaemon
    private var daemon: DaemonUnderTest?
    private let process: ChildProcess
    private var heard: [String] = []
    private var others: [String: BusClient] = [:]
    private var shell: BusClient?

    /// - Parameters:
    ///   - hasService: whether the daemon runs from the beginning
    ///   - sandbox: the sandbox of the app; nil for none
    init(hasService: Bool = true, sandbox: ControlGroup? = nil) throws {
        bus = try BusDaemon.session()
        daemon = hasService ? try DaemonUnderTest(on: bus) : nil
        process = try ChildProcess(
            [Product.path("AVFAudioActor")], environment: ["MONKEYCALL_BUS": bus.address], controlGroup: sandbox)
    }

    // MARK: The app

    /// Sends commands to the app. Returns the lines that it prints until all are done.
    @discardableResult
    func tell(_ commands: String...) throws -> [String] {
        var said: [String] = []
        for command in commands {
            try process.writeLine(command)
            while true {
                let line = try process.waitForLine()
                if line == "done" { break }
                said.append(line)
            }
        }
        heard += said
        return said
    }

    /// Waits for as many lines, and expects exactly these since the last `expect`. Notifications on different threads
    /// have no order: if `inOrder` is false, `lines` must be sorted.
    func expect(
        _ lines: [String], inOrder: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        while heard.count < lines.count { heard.append(try process.waitForLine()) }
        try tell("settle")
        #expect((inOrder ? heard : heard.sorted()) == lines, sourceLocation: sourceLocation)
        heard = []
    }

    /// Sends a command, and expects that the app prints exactly this line; nil for no line.
    func expect(_ command: String, _ line: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try tell(command)
        let said = heard
        heard = []
        #expect(said == (line.map { [$0] } ?? []), sourceLocation: sourceLocation)
    }

    // MARK: The daemon, other apps and the shell

    func crash() throws {
        try daemon?.kill9()
        daemon = nil
    }

    /// Suspends the daemon, so that it does not reply.
    func freeze() { daemon?.process.send(signal: SIGSTOP) }

    func thaw() { daemon?.process.send(signal: SIGCONT) }

    func startService() throws { daemon = try DaemonUnderTest(on: bus) }

    private func other(_ name: String) throws -> BusClient {
        if let known = others[name] { return known }
        let client = try BusClient(address: bus.address)
        others[name] = client
        try register(name)
        return client
    }

    /// Registers another app, also again when the service is new.
    func register(_ name: String) throws {
        try manager(other(name)).call(
            "RegisterProvider", .string("org.example.\(name)"), ["LocalizedName": .string(name)])
    }

    private func manager(_ client: BusClient) -> BusObject {
        client.object(DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName)
    }

    /// Another app reports an existing call that is active and gets the audio.
    func talk(on name: String, _ call: Character = "b") throws {
        try manager(other(name)).call(
            "ReportExistingCall", .string("org.example.\(name)"), .string(uuid(call)), ["State": "active"])
    }

    /// A call of another app rings and is answered, and the app fulfils the answer.
    func ringAndAnswer(on name: String, _ call: Character = "b") throws {
        let client = try other(name)
        let manager = manager(client)
        try manager.call("ReportNewIncomingCall", .string("org.example.\(name)"), .string(uuid(call)), [:])
        let path = DaemonUnderTest.managerPath + "/calls/" + uuid(call).replacing("-", with: "_")
        try client.object(DaemonUnderTest.busName, path, DaemonUnderTest.busName + ".Call").call("Answer")
        let action = try client.waitForSignal("PerformAnswerCallAction").arguments[1]
        try manager.call("FulfillAction", action, [:])
    }

    /// The other side ends a call of another app.
    func hangUp(on name: String, _ call: Character = "b") throws {
        try manager(other(name)).call("ReportCallEnded", .string(uuid(call)), .uint64(0), "remote-ended", [:])
    }

    private func uuid(_ call: Character) -> String {
        [8, 4, 4, 4, 12].map { String(repeating: call, count: $0) }.joined(separator: "-")
    }

    /// The shell sets its routes, such as `earpiece* speaker car!`: * is in use, ! is not available.
    func shell(_ routes: String) throws {
        let words = routes.split(separator: " ")
        let list = words.map { word -> [String: DBusValue] in
            let kind = word.filter { !"*!".contains($0) }
            return [
                "Name": .string("the-\(kind)"), "LocalizedName": .string("The \(kind)"), "Kind": .string(kind),
                "Available": .bool(!word.contains("!")),
            ]
        }
        let route = words.first { $0.contains("*") }.map { "the-" + $0.filter { $0 != "*" } } ?? ""
        let state: DBusValue = ["Routes": .dictionaries(list), "Route": .string(route)]
        if let shell {
            try manager(shell).call("SetShellState", state)
        } else {
            let client = try BusClient(address: bus.address)
            try manager(client).call("RegisterShell", "", state)
            shell = client
        }
    }

    func endShell() { shell = nil }

    /// The route that the service asks the shell to use.
    func requestedRoute() throws -> String? {
        let client = try BusClient(address: bus.address)
        return try client.object(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName + ".Audio"
        ).get("RequestedRoute").string
    }
}
