// SPDX-License-Identifier: MIT

package import SDBus

/// Follows the owner of a bus name, and never starts it.
package final class NameOwner {
    private let bus: BusConnection
    private let name: String
    private var slot: BusSlot?
    /// The unique name; nil while there is none.
    package private(set) var current: String?

    package init(_ name: String, on bus: BusConnection) { (self.name, self.bus) = (name, bus) }

    /// Calls `changed` when the name has another owner than before, also for the first one.
    package func begin(_ changed: @escaping (_ owner: String?) -> Void) throws(BusError) {
        slot = try bus.watchName(name) { [unowned self] in set($0, changed) }
        set(try bus.owner(of: name), changed)
    }

    /// Follows it no longer.
    package func end() { (slot, current) = (nil, nil) }

    private func set(_ owner: String?, _ changed: (String?) -> Void) {
        guard owner != current else { return }
        // Another owner has nothing of the one before.
        if current != nil, owner != nil { changed(nil) }
        current = owner
        changed(owner)
    }
}
