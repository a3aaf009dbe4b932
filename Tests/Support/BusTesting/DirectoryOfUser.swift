// SPDX-License-Identifier: MIT

package import Foundation

/// The real directory of the user of a desktop.
package final class DirectoryOfUser {
    private static let name = "org.monkeycall.Directory"
    private let desktop: Desktop
    private let home: TemporaryDirectory
    private(set) package var process: ChildProcess
    private let client: BusClient

    /// The folder of the address book.
    package var book: URL { home.url.appendingPathComponent("kpeoplevcard") }

    /// A directory that the service asks. `prepare` gets the folder of its database before it starts.
    package init(on desktop: Desktop, prepare: (URL) throws -> Void = { _ in }) throws {
        (self.desktop, home) = (desktop, try TemporaryDirectory())
        client = try BusClient(address: desktop.bus.address)
        try FileManager.default.createDirectory(
            at: home.url.appendingPathComponent("kpeoplevcard"), withIntermediateDirectories: true)
        try prepare(home.url.appendingPathComponent("monkeycall"))
        process = try Self.start(desktop, home)
        try waitUntilItRuns()
    }

    private static func start(_ desktop: Desktop, _ home: TemporaryDirectory) throws -> ChildProcess {
        let bus = desktop.bus.address
        return try ChildProcess(
            [try Product.path("monkeycall-directory"), "--address=\(bus)", "--session-address=\(bus)"],
            environment: ["XDG_DATA_HOME": home.url.path, "LC_TELEPHONE": "de_DE.UTF-8"])
    }

    private func waitUntilItRuns() throws {
        _ = try client.waitForName(Self.name)
        try object().call("Subscribe")
        let watcher = try desktop.daemon.client()
        try watcher.subscribe()
        while try watcher.manager.get("HasDirectory") != true {
            _ = try watcher.waitForSignal("PropertiesChanged") { $0.arguments[1]["HasDirectory"] == true }
        }
    }

    /// Ends it as a crash would.
    package func kill() throws {
        try process.kill9()
        try client.waitForName(Self.name, owned: false)
    }

    package func stop() throws {
        process.terminate()
        _ = try process.waitForExit()
    }

    package func start() throws {
        process = try Self.start(desktop, home)
        try waitUntilItRuns()
    }

    /// The directory answers no request until `thaw`.
    package func freeze() { process.send(signal: SIGSTOP) }

    package func thaw() { process.send(signal: SIGCONT) }

    /// An interface by the last part of its name.
    package func object(_ interface: String = "") -> BusObject {
        client.object(
            Self.name, "/org/monkeycall/Directory", interface.isEmpty ? Self.name : "\(Self.name).\(interface)")
    }

    /// Waits until so many missed calls are not seen.
    package func expectUnread(_ count: UInt32) throws {
        while try object("History").get("UnreadMissed") != .uint32(count) {
            _ = try client.waitForSignal("PropertiesChanged") { $0.arguments[1]["UnreadMissed"] != nil }
        }
    }

    /// Writes a card, and waits until the directory has read it. `lines` are more lines of the card.
    package func add(_ name: String, _ number: String, _ lines: String...) throws {
        let more = lines.map { $0 + "\r\n" }.joined()
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name)\r\nTEL:\(number)\r\n\(more)END:VCARD\r\n"
        try Data(card.utf8).write(to: book.appendingPathComponent("\(name).vcf"), options: .atomic)
        let count = UInt32(try FileManager.default.contentsOfDirectory(atPath: book.path).count)
        while try object().get("Contacts") != .uint32(count) {
            _ = try client.waitForSignal("PropertiesChanged") { $0.arguments[1]["Contacts"] != nil }
        }
    }
}
