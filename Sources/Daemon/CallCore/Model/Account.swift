// SPDX-License-Identifier: MIT

/// The app that pays for what a connection makes the registry keep. All connections of one app have the same account,
/// so that more connections do not get it more.
package struct Account: Hashable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }
}

extension Account: Kept {
    package func write(to writer: inout StateWriter) { writer.write(name) }
    package init(from reader: inout StateReader) throws(UnreadableState) { name = try reader.text() }

    /// Older formats have no accounts. Then a sandboxed app has one, and each other connection.
    static func unknown(app: String?, _ client: Client) -> Account { Account(name: app ?? client.name) }
}
