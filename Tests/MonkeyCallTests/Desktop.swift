// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A user's desktop: a bus with the service on it. What carries calls between the copies of the app is another bus, which
/// desktops may share as if it were the internet.
final class Desktop {
    let bus: BusDaemon
    private(set) var daemon: DaemonUnderTest
    let internet: BusDaemon
    private let folder: TemporaryDirectory

    /// `deadlines`: lines of that section of the service's configuration.
    init(internet: BusDaemon? = nil, deadlines: String? = nil) throws {
        bus = try BusDaemon.session()
        folder = try TemporaryDirectory()
        let configuration = try folder.write(
            deadlines.map { "[Deadlines]\n\($0)\n" } ?? "", to: "monkeycalld.conf")
        daemon = try DaemonUnderTest(on: bus, configuration: configuration)
        self.internet = try internet ?? BusDaemon.session()
    }

    /// The service crashes, and another one takes its place.
    func replaceService() throws {
        try daemon.kill9()
        daemon = try DaemonUnderTest(on: bus)
    }

    /// Starts the app, and returns when the system knows it. Whoever is called by it answers at once.
    func app(_ name: String = "Phone", _ options: String...) throws -> App {
        let app = try App(self, name, ["--connecting", "0", "--connected", "0"] + options)
        try app.expect("registered org.example.\(name)")
        return app
    }

    func launch(_ name: String, _ options: [String]) throws -> ChildProcess {
        try ChildProcess(
            [Product.path("MonkeyCall"), "--name", name, "--identifier", "org.example.\(name)"] + options,
            environment: ["MONKEYCALL_BUS": bus.address, "DBUS_SESSION_BUS_ADDRESS": internet.address])
    }
}

/// A copy of the app that runs: what the user types, and what it prints.
struct App {
    let process: ChildProcess
    /// As long as the app is there.
    private let desktop: Desktop

    /// Starts the app, which need not have said anything yet.
    init(_ desktop: Desktop, _ name: String, _ options: [String]) throws {
        self.desktop = desktop
        process = try desktop.launch(name, options)
    }

    func type(_ line: String) throws { try process.writeLine(line) }

    /// Waits for a line that begins with those words, and returns the rest of it.
    @discardableResult
    func expect(_ words: String) throws -> String {
        let line = try process.waitForLine { $0 == words || $0.hasPrefix(words + " ") }
        return String(line.dropFirst(words.count + 1))
    }

    /// Waits for lines that begin like that, in any order.
    func expectAll(_ beginnings: String...) throws {
        var missing = beginnings
        while !missing.isEmpty {
            let line = try process.waitForLine { line in missing.contains { line.hasPrefix($0) } }
            missing.removeAll { line.hasPrefix($0) }
        }
    }

    /// The next lines, whatever they are; ids of calls are left out.
    func next(_ count: Int) throws -> [String] {
        try (0..<count).map { _ in try process.waitForLine().replacing(#/ [0-9a-f]{8}\b/#, with: "") }
    }

    /// Lets somebody call, and answers. Returns the call.
    func talk(to name: String = "bob") throws -> String {
        try type("incoming \(name)")
        let call = String(try expect("incoming").prefix(8))
        try type("answer \(call)")
        try expect("audio started")
        return call
    }

    /// Calls somebody who answers. Returns the call.
    func dial(_ name: String) throws -> String {
        try type("call \(name)")
        let call = String(try expect("started").prefix(8))
        // The system and the network are not in step.
        try expectAll("connected", "audio started")
        return call
    }
}
