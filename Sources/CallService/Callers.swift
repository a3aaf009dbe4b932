// SPDX-License-Identifier: MIT

internal import CallCore
internal import ProcessIdentity
internal import SDBus

/// What is known of a connection, from the bus and the kernel.
struct PeerOrigin {
    let uid: UInt32
    let pid: UInt32
    let unit: String
    let app: String?
    /// The other user whose calls this connection makes, and the identifier that it is held to: a modem service.
    var serves: (uid: UInt32, identifier: String)?

    /// The user whose domain the connection finds at the manager path.
    var home: UInt32 { serves?.uid ?? uid }

    /// Whether the connection finds the trees of all users. A sandbox holds uid 0 too.
    var isRoot: Bool { uid == 0 && app == nil }
}

/// Who asks: looked up once per connection and kept until it leaves the bus.
final class Callers {
    private let bus: BusConnection
    private var origins: [Client: PeerOrigin] = [:]

    init(bus: BusConnection) { self.bus = bus }

    /// Asks the bus who a connection is, the first time; waits for its answer. A connection whose process cannot be
    /// looked at is refused: it may have left a sandbox by ending the process that opened it.
    func identify(_ client: Client) throws(BusError) -> PeerOrigin {
        if let known = origins[client] { return known }
        let peer = try bus.peer(client.name)
        guard !peer.controlGroup.isEmpty else {
            throw .accessDenied("The process of this connection cannot be looked at. Call from a process that lives.")
        }
        let identity = ProcessIdentity(controlGroup: peer.controlGroup, securityLabel: peer.securityLabel)
        let origin = PeerOrigin(uid: peer.uid, pid: peer.pid, unit: identity.unit, app: identity.app)
        origins[client] = origin
        return origin
    }

    /// From now on the connection makes another user's calls.
    func serve(_ uid: UInt32, as identifier: String, _ client: Client) {
        origins[client]?.serves = (uid, identifier)
    }

    /// What is known of a connection that has asked something before.
    func origin(of client: Client) -> PeerOrigin? { origins[client] }

    /// The connection is gone. nil when it never asked for anything.
    func forget(_ client: Client) -> PeerOrigin? { origins.removeValue(forKey: client) }
}
