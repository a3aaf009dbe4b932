// SPDX-License-Identifier: MIT

import CallContract
import SDBus

/// The directory as one caller sees it.
struct Visit {
    /// The app of the caller's sandbox; nil = no sandbox.
    let app: String?
    let facts: DirectoryFacts

    /// A connection whose process cannot be inspected is refused: its process may have left a sandbox by ending the
    /// process that opened the connection.
    static func identity(of peer: Peer) throws(BusError) -> ProcessIdentity {
        guard let identity = peer.identity else {
            throw .accessDenied("Cannot inspect the calling process; it may have exited.")
        }
        return identity
    }

    /// A sandboxed app has the sources that are named like it: `org.example.App`, and `org.example.App.Spam`, as its
    /// desktop files are.
    func owns(source: String) -> Bool { SandboxName.owns(source, app: app) }

    func require(source: String) throws(BusError) {
        guard owns(source: source) else {
            throw .accessDenied("A sandboxed app may only use the source of lists that has the id of the app.")
        }
    }
}
