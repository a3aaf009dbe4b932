// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The app `StartApp`, which a session bus with the service can start.
final class StartAppScene {
    private static let app = "org.example.StartApp"
    private let bus: BusDaemon
    private let service: DaemonUnderTest
    private let client: BusClient
    private let folder: TemporaryDirectory
    private let program: String
    private let environment: [String: String]
    private var process: ChildProcess?

    /// `way` is the method that the app has for requests.
    init(_ way: String) throws {
        folder = try TemporaryDirectory()
        let services = folder.url.appendingPathComponent("services")
        try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
        program = folder.url.appendingPathComponent(Self.app).path
        guard try ChildProcess.run(["cp", Product.path("StartApp"), program]).succeeded else {
            throw SupportError("StartApp cannot be copied")
        }
        let file = "[D-BUS Service]\nName=\(Self.app)\nExec=\(program) --background\n"
        try Data(file.utf8).write(to: services.appendingPathComponent("\(Self.app).service"))
        bus = try BusDaemon.session(serviceDirectories: [services])
        service = try DaemonUnderTest(on: bus)
        client = try BusClient(address: bus.address)
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "MONKEYCALL_BUS": bus.address, "HOME": folder.url.path,
            "XDG_STATE_HOME": folder.url.path, "START_APP": way,
        ]
        let variables = environment.map { (DBusValue.string($0), DBusValue.string($1)) }
        try client.callBus(
            "UpdateActivationEnvironment",
            .dictionary(key: "s", value: "s", Dictionary(uniqueKeysWithValues: variables)))
        try manager("Subscribe", [])
    }

    deinit {
        if process == nil, let started = try? client.processID(of: Self.app) { kill(started, SIGKILL) }
        try? process?.kill9()
    }

    /// The user has started the app.
    func runApp() throws {
        process = try ChildProcess([program], environment: environment)
        try waitForProvider()
    }

    /// The bus starts the app, because the requester asks it to.
    func letBusStartApp() throws {
        try client.callBus("StartServiceByName", .string(Self.app), .uint32(0))
        try waitForProvider()
    }

    private func waitForProvider() throws { _ = try added("org.monkeycall.CallManager.Provider") }

    /// What a list of recent calls does, which waits until the app has answered. Returns the error.
    func request(_ number: String, video: Bool = false) throws -> String? {
        try client.error(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "RequestStartCall",
            [
                .string(Self.app), .tuple("phone-number", .string(number)),
                .options(["AwaitAnswer": true, "Video": .bool(video)]),
            ])?.shortName
    }

    /// The handle of the next call.
    func nextCall() throws -> String? {
        try added("org.monkeycall.CallManager.Call")["RemoteHandle"]?[1]?.string
    }

    /// Runs `monkeycall` for the user.
    func run(_ arguments: String...) throws -> CommandResult {
        try ChildProcess.run(
            [Product.path("monkeycall"), "--address=\(bus.address)"] + arguments, environment: environment)
    }

    private func added(_ interface: String) throws -> DBusValue {
        try client.waitForSignal("InterfacesAdded") { $0.arguments[1][interface] != nil }.arguments[1][interface] ?? [:]
    }

    private func manager(_ member: String, _ arguments: [DBusValue]) throws {
        try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, member, arguments)
    }
}
