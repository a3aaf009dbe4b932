// SPDX-License-Identifier: MIT

package import CallCore
package import SDBus

// The values of the state file besides those of the domains.

/// To which service a state belongs. On another bus the names of connections mean nothing. Each boot has another bus,
/// so the monotonic clock is the same on the same bus.
struct ServiceIdentity: Hashable {
    /// The property `Instance`.
    let instance: String
    let bus: String
}

extension ServiceIdentity: Kept {
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
struct ServedUser: Hashable {
    let uid: UInt32
    let identifier: String
}

extension ServedUser: Kept {
    func write(to writer: inout StateWriter) {
        writer.write(uid)
        writer.write(identifier)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        uid = try reader.read()
        identifier = try reader.text()
    }
}

extension Peer: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(name)
        writer.write(uid)
        writer.write(pid)
        writer.write(identity)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let name = try reader.text()
        let (uid, pid): (UInt32, UInt32) = (try reader.read(), try reader.read())
        self.init(name: name, uid: uid, pid: pid, identity: try reader.read())
    }
}

extension ProcessIdentity: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(unit)
        writer.write(app)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let unit = try reader.text()
        self.init(unit: unit, app: try reader.read())
    }
}
