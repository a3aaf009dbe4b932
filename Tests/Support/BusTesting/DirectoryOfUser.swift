// SPDX-License-Identifier: MIT

package import Foundation

/// The real directory of the user of a desktop.
package final class DirectoryOfUser {
    package static let name = "org.monkeycall.Directory"
    package static let path = "/org/monkeycall/Directory"
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

    private func waitUntilItRuns() throws { try Self.waitUntilItAnswers(client, desktop.daemon) }

    /// Waits until the service asks the directory about calls. The client then hears of changes of the directory.
    package static func waitUntilItAnswers(_ client: BusClient, _ daemon: DaemonUnderTest) throws {
        _ = try client.waitForName(name)
        try client.object(name, path, name).call("Subscribe")
        let watcher = try daemon.client()
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
        Self.object(interface, client)
    }

    package static func object(_ interface: String, _ client: BusClient) -> BusObject {
        client.object(name, path, interface.isEmpty ? name : "\(name).\(interface)")
    }

    /// Waits until so many missed calls are not seen.
    package func expectUnread(_ count: UInt32) throws {
        while try object("History").get("UnreadMissed") != .uint32(count) {
            _ = try client.waitForSignal("PropertiesChanged") { $0.arguments[1]["UnreadMissed"] != nil }
        }
    }

    /// Writes a card, and waits until the directory has read it. `lines` are more lines of the card.
    package func add(_ name: String, _ number: String, _ lines: String...) throws {
        let count = try Self.writeCard(name, "TEL:\(number)", lines, to: book)
        while try object().get("Contacts") != .uint32(count) {
            _ = try client.waitForSignal("PropertiesChanged") { $0.arguments[1]["Contacts"] != nil }
        }
    }

    /// Returns how many cards the address book has then.
    package static func writeCard(_ name: String, _ number: String, _ lines: [String], to book: URL) throws -> UInt32 {
        let content = ["BEGIN:VCARD", "VERSION:3.0", "FN:\(name)", number] + lines + ["END:VCARD"]
        let card = content.map { $0 + "\r\n" }.joined()
        try Data(card.utf8).write(to: book.appendingPathComponent("\(name).vcf"), options: .atomic)
        return UInt32(try FileManager.default.contentsOfDirectory(atPath: book.path).count)
    }
}
