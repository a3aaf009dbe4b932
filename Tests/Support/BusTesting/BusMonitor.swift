// SPDX-License-Identifier: MIT

/// Hears all messages of a bus from now on.
package final class BusMonitor {
    private let client: BusClient
    private let bus: BusDaemon
    /// The messages so far.
    package private(set) var messages: [BusMessage] = []

    package init(on bus: BusDaemon) throws {
        self.bus = bus
        client = try BusClient(address: bus.address)
        try client.object("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring").call(
            "BecomeMonitor", .strings([]), .uint32(0))
        client.onMessage = { [unowned self] in messages.append($0) }
    }

    /// Waits until the bus has passed on a call of that method, also to a process that does not read it.
    package func wait(forCall member: String) throws {
        try client.wait(for: member) { messages.contains { $0.kind == .methodCall && $0.member == member } }
    }

    /// Waits until the bus has passed on such a message.
    package func wait(for what: String, _ isMeant: (BusMessage) -> Bool) throws {
        try client.wait(for: what) { messages.contains(where: isMeant) }
    }

    /// Waits until one process has answered a call of another one.
    package func wait(forReplyOf process: ChildProcess, to caller: ChildProcess) throws {
        let (answering, asking) = (try names(of: process), try names(of: caller))
        try wait(for: "a reply") { message in
            message.kind == .methodReturn && answering.contains(message.sender ?? "")
                && asking.contains(message.destination ?? "")
        }
    }

    /// How often a process has called that method so far.
    package func count(of member: String, from process: ChildProcess) -> Int {
        (try? count(of: member, names(of: process))) ?? 0
    }

    /// Waits until a process has called that method so many times.
    package func wait(forCalls member: String, _ number: Int, from process: ChildProcess) throws {
        let names = try names(of: process)
        try client.wait(for: member) { count(of: member, names) >= number }
    }

    private func count(of member: String, _ senders: Set<String>) -> Int {
        messages.count { message in
            message.kind == .methodCall && message.member == member
                && message.sender.map { senders.contains($0) } == true
        }
    }

    private func names(of process: ChildProcess) throws -> Set<String> {
        Set(try BusClient(address: bus.address).connections(of: process.processID))
    }

    /// Waits until the daemon has sent that signal a second time.
    package func wait(forRepeated member: String) throws {
        try client.wait(for: member) {
            messages.contains { $0.member == member && $0.details?["Again"]?.bool == true }
        }
    }
}
