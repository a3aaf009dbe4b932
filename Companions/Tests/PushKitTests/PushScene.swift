// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A session bus with the service, and an app that the bus starts for a push, see PushActor.
final class PushScene {
    static let app = "org.example.Ringer"
    let bus: BusDaemon
    private let service: DaemonUnderTest
    /// Hears the app, and sees the calls.
    private let client: BusClient
    private let home: TemporaryDirectory
    private let state: URL

    init() throws {
        home = try TemporaryDirectory()
        let services = home.url.appendingPathComponent("services")
        state = home.url.appendingPathComponent("service")
        for folder in [services, state] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        bus = try BusDaemon.session(serviceDirectories: [services])
        service = try DaemonUnderTest(on: bus, state: state)
        client = try BusClient(address: bus.address)
        try client.addMatch("type='signal',interface='\(Self.app)'")
        let variables = environment.map { "\($0)=\($1)" }
        try letTheBusStart(Self.app, ["/usr/bin/env"] + variables + [Product.path("PushActor"), "--push"])
    }

    private func letTheBusStart(_ name: String, _ command: [String]) throws {
        let line = command.map { "\"\($0)\"" }.joined(separator: " ")
        try home.write("[D-BUS Service]\nName=\(name)\nExec=\(line)\n", to: "services/\(name).service")
        try client.callBus("ReloadConfig")
    }

    private var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "MONKEYCALL_BUS": bus.address, "XDG_STATE_HOME": home.url.path,
            "UNIFIEDPUSH_DISTRIBUTOR": "",
        ]
    }

    // MARK: The app

    /// Lets the bus start the app.
    func startApp() throws { try client.callBus("StartServiceByName", .string(Self.app), .uint32(0)) }

    /// Starts the app as a child, whose log the test reads.
    func startChild() throws -> ChildProcess {
        let child = try ChildProcess([Product.path("PushActor")], environment: environment)
        try client.waitForName(Self.app)
        return child
    }

    /// Kills the app. Returns when the bus knows.
    func killApp() throws {
        if let process = try client.processID(of: Self.app) { kill(process, SIGKILL) }
        try client.waitForName(Self.app, owned: false)
    }

    /// The next thing that the app says.
    func said() throws -> String {
        try client.waitForSignal("Said") { $0.interface == Self.app }.arguments.first?.string ?? ""
    }

    /// The token that the app's delegate gets next.
    func token() throws -> String {
        let line = try said()
        guard line.hasPrefix("token ") else { throw SupportError("the app says “\(line)” and no token") }
        return String(line.dropFirst("token ".count))
    }

    /// Gives the app a command.
    func tell(_ command: String) throws {
        guard let app = try client.nameOwner(Self.app) else { throw SupportError("the app does not run") }
        try client.call(app, "/", Self.app, "Do", .string(command))
    }

    /// The app answers calls, also after its main function has ended.
    func pingApp() throws { try client.call(Self.app, "/", "org.freedesktop.DBus.Peer", "Ping") }

    /// The file with the app's keys.
    var keyFile: String { home.url.path + "/\(Self.app)/push.json" }

    /// The bus knows a distributor that it cannot start.
    func installBrokenDistributor() throws { try letTheBusStart(TestDistributor.name, ["/bin/false"]) }

    // MARK: The service

    func stopService() throws {
        try service.kill9()
        try client.waitForName(DaemonUnderTest.busName, owned: false)
    }

    /// The bus starts the next service for the first message to it, as on a real machine.
    func letTheBusStartTheService() throws {
        let options = ["--address=\(bus.address)", "--config=/dev/null", "--state=\(state.path)"]
        try letTheBusStart(DaemonUnderTest.busName, [Product.path("monkeycalld")] + options)
    }

    /// The state of a call; nil if there is no such call.
    func state(of call: String) throws -> String? {
        let path = DaemonUnderTest.managerPath + "/calls/" + call.replacing("-", with: "_")
        let reply = try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, "org.freedesktop.DBus.ObjectManager",
            "GetManagedObjects")
        return reply.first?[path]?["org.monkeycall.CallManager.Call"]?["State"]?.string
    }

    /// What the desktop does: `ring`, for example.
    func alert() throws -> String? {
        try client.object(DaemonUnderTest.busName, DaemonUnderTest.managerPath, "org.monkeycall.CallManager.Audio")
            .get("Alert").string
    }

    func answer(_ call: String) throws {
        let path = DaemonUnderTest.managerPath + "/calls/" + call.replacing("-", with: "_")
        try client.call(DaemonUnderTest.busName, path, "org.monkeycall.CallManager.Call", "Answer")
    }
}
