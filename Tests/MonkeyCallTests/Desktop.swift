// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A user's desktop: a bus with the service on it. Another bus carries the calls between the copies of the app, and
/// desktops may share it as if it were the internet.
final class Desktop {
    let bus: BusDaemon
    private(set) var daemon: DaemonUnderTest
    let internet: BusDaemon
    private let folder: TemporaryDirectory

    /// `deadlines`: lines of the section `[Deadlines]` in the service's configuration.
    init(internet: BusDaemon? = nil, deadlines: String? = nil) throws {
        bus = try BusDaemon.session()
        folder = try TemporaryDirectory()
        let configuration = try folder.write(
            deadlines.map { "[Deadlines]\n\($0)\n" } ?? "", to: "monkeycalld.conf")
        daemon = try DaemonUnderTest(on: bus, configuration: configuration)
        self.internet = try internet ?? BusDaemon.session()
    }

    /// The service crashes, and another service takes its place.
    func replaceService() throws {
        try daemon.kill9()
        daemon = try DaemonUnderTest(on: bus)
    }

    /// Starts the app, and returns when its provider is registered. The other side of its calls answers at once.
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

/// A running copy of the app, with the user's input and the output.
struct App {
    let process: ChildProcess
    /// Exists as long as the app.
    private let desktop: Desktop

    /// Starts the app and does not wait for output.
    init(_ desktop: Desktop, _ name: String, _ options: [String]) throws {
        self.desktop = desktop
        process = try desktop.launch(name, options)
    }

    func type(_ line: String) throws { try process.writeLine(line) }

    /// Waits for a line that begins with these words, and returns the rest of it.
    @discardableResult
    func expect(_ words: String) throws -> String {
        let line = try process.waitForLine { $0 == words || $0.hasPrefix(words + " ") }
        return String(line.dropFirst(words.count + 1))
    }

    /// Waits for a line with each of these beginnings, in any order.
    func expectAll(_ beginnings: String...) throws {
        var missing = beginnings
        while !missing.isEmpty {
            let line = try process.waitForLine { line in missing.contains { line.hasPrefix($0) } }
            missing.removeAll { line.hasPrefix($0) }
        }
    }

    /// The next lines, without the ids of calls.
    func next(_ count: Int) throws -> [String] {
        try (0..<count).map { _ in try process.waitForLine().replacing(#/ [0-9a-f]{8}\b/#, with: "") }
    }

    /// Makes an incoming call and answers it. Returns the call's short id.
    func talk(to name: String = "bob") throws -> String {
        try type("incoming \(name)")
        let call = String(try expect("incoming").prefix(8))
        try type("answer \(call)")
        try expect("audio started")
        return call
    }

    /// Makes an outgoing call, which the other side answers. Returns the call's short id.
    func dial(_ name: String) throws -> String {
        try type("call \(name)")
        let call = String(try expect("started").prefix(8))
        // The system and the network work independently, so these lines have no order.
        try expectAll("connected", "audio started")
        return call
    }
}
