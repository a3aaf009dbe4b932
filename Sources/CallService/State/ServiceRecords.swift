// SPDX-License-Identifier: MIT

internal import CallCore
internal import ProcessIdentity
internal import SDBus

// The values of the state file besides those of the domains.

/// To which service a state belongs. On another bus the names of connections mean nothing. Each boot has another bus, so the
/// monotonic clock is the same on the same bus.
struct ServiceIdentity: Hashable, Kept {
    /// The property `Instance`.
    let instance: String
    let bus: String

    init(instance: String, bus: String) { (self.instance, self.bus) = (instance, bus) }

    func write(to writer: inout StateWriter) {
        writer.write(instance)
        writer.write(bus)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        instance = try reader.text()
        bus = try reader.text()
    }
}

/// A connection of a modem service: the user that it serves, and the identifier that confines it.
struct ServedUser: Hashable, Kept {
    let uid: UInt32
    let identifier: String

    init(uid: UInt32, identifier: String) { (self.uid, self.identifier) = (uid, identifier) }

    func write(to writer: inout StateWriter) {
        writer.write(uid)
        writer.write(identifier)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        uid = try reader.read()
        identifier = try reader.text()
    }
}

/// What is kept of a peer besides its name.
struct PeerFacts: Kept {
    let uid: UInt32
    let pid: UInt32
    let identity: ProcessIdentity

    init?(_ peer: Peer) {
        guard let identity = peer.identity else { return nil }
        (uid, pid, self.identity) = (peer.uid, peer.pid, identity)
    }

    func write(to writer: inout StateWriter) {
        writer.write(uid)
        writer.write(pid)
        writer.write(identity.unit)
        writer.write(identity.app)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        uid = try reader.read()
        pid = try reader.read()
        let unit = try reader.text()
        identity = ProcessIdentity(unit: unit, app: try reader.read())
    }
}
