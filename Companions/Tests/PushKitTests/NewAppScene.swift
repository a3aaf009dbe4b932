// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

@testable import PushKit

/// The app that `monkeycall new-app` makes, installed for a user by its own Makefile. A session bus with the service
/// and the directory, which both run, starts it.
final class NewAppScene {
    static let app = "org.example.NewApp"
    static let list = "org.example.NewApp.BlockList"
    let bus: BusDaemon
    private let service: DaemonUnderTest
    private let directory: ChildProcess
    private let client: BusClient
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
        try Self.install(in: home)
        let share = home.url.appendingPathComponent(".local/share")
        bus = try BusDaemon.session(serviceDirectories: [share.appendingPathComponent("dbus-1/services")])
        service = try DaemonUnderTest(on: bus)
        client = try BusClient(address: bus.address)
        let environment = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "MONKEYCALL_BUS": bus.address, "HOME": home.url.path,
            "XDG_STATE_HOME": home.url.path, "XDG_DATA_HOME": share.path, "XDG_DATA_DIRS": "/nonexistent",
            "UNIFIEDPUSH_DISTRIBUTOR": "",
        ]
        let variables = environment.map { (DBusValue.string($0), DBusValue.string($1)) }
        try client.callBus(
            "UpdateActivationEnvironment",
            .dictionary(key: "s", value: "s", Dictionary(uniqueKeysWithValues: variables)))
        directory = try ChildProcess(
            [Product.path("monkeycall-directory"), "--address=\(bus.address)", "--session-address=\(bus.address)"],
            environment: environment)
        try client.waitForName("org.monkeycall.Directory")
        try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "Subscribe")
    }

    /// Makes the app and installs the programs of this build as its own.
    private static func install(in home: TemporaryDirectory) throws {
        let prefix = home.url.appendingPathComponent("usr")
        let programs = prefix.appendingPathComponent("bin")
        let template = prefix.appendingPathComponent("share/monkeycall")
        for folder in [programs, template] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            at: template.appendingPathComponent("new-app"), withDestinationURL: Repository.file("Examples/NewApp"))
        let package = home.url.appendingPathComponent("NewApp").path
        let build = URL(fileURLWithPath: try Product.path(app)).deletingLastPathComponent().path
        let commands = """
            cp "$0" \(programs.path)/monkeycall
            \(programs.path)/monkeycall new-app NewApp --folder \(package)
            make -C \(package) install PREFIX=\(home.url.path)/.local BUILD=\(build)
            """
        let result = try ChildProcess.run(["sh", "-ec", commands, Product.path("monkeycall")])
        guard result.succeeded else { throw SupportError("the app is not installed: \(result)") }
    }

    // MARK: The app

    /// The keys of the app, with which its server encrypts pushes. The app writes them before it registers.
    func sender() throws -> Sender {
        let file = PushStateFile(app: Self.app, environment: ["XDG_STATE_HOME": home.url.path])
        guard case .state(let state)? = file?.read() else { throw SupportError("the app has no keys") }
        return Sender(state.keys)
    }

    /// Lets the bus start the app.
    func startApp() throws { try client.callBus("StartServiceByName", .string(Self.app), .uint32(0)) }

    /// Returns when the bus knows that the app is gone.
    func killApp() throws {
        if let process = try client.processID(of: Self.app) { kill(process, SIGKILL) }
        try client.waitForName(Self.app, owned: false)
    }

    /// What a desktop does with a link.
    func open(_ link: String) throws { try callApp("Open", [.strings([link]), [:]]) }

    /// What a desktop does when the user chooses the app.
    func activate() throws { try callApp("Activate", [[:]]) }

    private func callApp(_ member: String, _ arguments: [DBusValue]) throws {
        try client.call(Self.app, "/org/example/NewApp", "org.freedesktop.Application", member, arguments)
    }

    // MARK: Calls

    /// Returns when the service knows the app.
    func waitForProvider() throws { _ = try added("org.monkeycall.CallManager.Provider") }

    /// What a list of recent calls does.
    func requestCall(_ number: String) throws {
        try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "RequestStartCall",
            [.string(Self.app), .tuple("phone-number", .string(number)), [:]])
    }

    /// The next call: its path, its number and whether it is outgoing.
    func nextCall() throws -> (path: String, number: String?, isOutgoing: Bool?) {
        let (path, call) = try added("org.monkeycall.CallManager.Call")
        return (path, call["RemoteHandle"]?[1]?.string, call["Outgoing"] == true)
    }

    /// Answers a call. Returns when the app has performed that.
    func answer(_ call: String) throws {
        try client.call(DaemonUnderTest.busName, call, "org.monkeycall.CallManager.Call", "Answer")
        _ = try client.waitForSignal("PropertiesChanged") { $0.path == call && $0.arguments[1]["State"] == "active" }
    }

    private func added(_ interface: String) throws -> (path: String, object: DBusValue) {
        let arguments = try client.waitForSignal("InterfacesAdded") { $0.arguments[1][interface] != nil }.arguments
        return (arguments[0].string ?? "", arguments[1][interface] ?? [:])
    }

    // MARK: The list

    /// Returns when the directory has loaded the list, which it does when the user enables it.
    func waitForList() throws {
        let directory = "org.monkeycall.Directory"
        while true {
            let sources = try client.call(directory, "/org/monkeycall/Directory", directory + ".Lists", "ListSources")
            let source = sources.first?.elements?.first { $0["Name"] == .string(Self.list) }
            if let error = source?["Error"] { throw SupportError("the list is not loaded: \(error)") }
            if source?["Loading"] == false, source?["LoadedAt"] != nil { return }
        }
    }

    /// Runs `monkeycall` for the user.
    func run(_ arguments: String...) throws -> CommandResult {
        try ChildProcess.run([Product.path("monkeycall"), "--address=\(bus.address)"] + arguments)
    }
}
