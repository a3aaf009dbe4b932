// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import SDBus

/// Finds WirePlumber that was on the bus before the front: after a crash of the front, at its installation, and after
/// ModemManager. PipeWire asks for the modems once, when it begins, and then waits for their signals, so that a new
/// front does not know whom to tell.
///
/// Each connection of WirePlumber hears of a modem with a call that is gone at once. One that waits for modems asks for
/// the properties of the call, at the name by which it looks for them; all others ignore the signals. No headset hears
/// of this: PipeWire tells nothing of a call before it has its properties, and this modem has no state.
final class WatcherSearch {
    /// ModemManager counts its calls, and so does the front.
    static let call = ObjectPath(trusted: ModemManagerName.path.text + "/Call/gone")

    private let bus: BusConnection
    private let log: Log
    /// Whether the front has not found that connection of WirePlumber.
    private let isMissing: (Peer) -> Bool
    private let modem = Interface<Void>(
        ModemManagerName.modem, [.property("Device", emits: .const) { ModemFrontName.device }])

    init(on bus: BusConnection, log: Log, isMissing: @escaping (Peer) -> Bool) {
        (self.bus, self.log, self.isMissing) = (bus, log, isMissing)
    }

    func begin() {
        bus.ask(.bus("ListNames")) { [weak self] reply in
            do throws(BusError) {
                for name in try reply.get().read([String].self) where name.hasPrefix(":") { self?.look(at: name) }
            } catch {
                self?.log("the bus does not tell who waits for modems; restart WirePlumber", error)
            }
        }
    }

    private func look(at name: String) {
        bus.identify(name) { [weak self] _ in
            // One that has left the bus since is not known.
            guard let self, let peer = bus.knownPeer(name), peer.isWirePlumber, isMissing(peer) else { return }
            show(to: BusName(trusted: name))
        }
    }

    private func show(to receiver: BusName) {
        let (path, manager) = (ModemObjects.modemPath, ModemManagerName.path)
        bus.announceAdded(modem, (), path: path, manager: manager, to: receiver)
        for member in ["CallAdded", "CallDeleted"] as [MemberName] {
            let signal = BusSignal(path, ModemManagerName.voice, member)
            bus.signal(signal, to: receiver) { (writer) throws(BusError) in try writer.append(Self.call) }
        }
        bus.announceRemoved(modem, path: path, manager: manager, to: receiver)
    }
}
