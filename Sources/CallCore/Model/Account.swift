// SPDX-License-Identifier: MIT

/// The app that pays for what a connection makes the registry keep. All connections of one app have the same account, so that
/// more connections do not get it more.
package struct Account: Hashable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }

    /// The one place that decides what an app is: its sandbox; else its systemd unit; else its process. A login session is a
    /// unit, too, but has many apps.
    package init(uid: UInt32, sandbox: String?, unit: String, process: UInt32, client: Client) {
        if let sandbox, !sandbox.isEmpty {
            name = "\(uid) app \(sandbox)"
        } else if !unit.isEmpty, !unit.hasPrefix("session-") {
            name = "\(uid) unit \(unit)"
        } else if process != 0 {
            name = "\(uid) process \(process)"
        } else {
            name = "\(uid) connection \(client.name)"
        }
    }
}

extension Account: Kept {
    package func write(to writer: inout StateWriter) { writer.write(name) }
    package init(from reader: inout StateReader) throws(UnreadableState) { name = try reader.text() }

    /// Older formats have no accounts. Then a sandboxed app has one, and each other connection.
    static func unknown(app: String?, _ client: Client) -> Account { Account(name: app ?? client.name) }
}
