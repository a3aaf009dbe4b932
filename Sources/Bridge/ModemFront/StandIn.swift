// SPDX-License-Identifier: MIT

import CallInterface
import Glibc
import SDBus

/// Whether systemd may start ModemManager, by its unit: in the first folder that has one, which overrides those after
/// it.
package struct ModemManagerUnit: Sendable {
    private let folders: [String]

    /// `folders` are those of systemd's units, the strongest first.
    package init(
        folders: [String] = [
            "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
            "/lib/systemd/system",
        ]
    ) {
        self.folders = folders
    }

    /// False if there is no unit, or if the administrator has masked it: a mask is a link to `/dev/null`, or an empty
    /// file.
    package var mayStart: Bool {
        for folder in folders {
            let path = folder + "/ModemManager.service"
            var (entry, file) = (stat(), stat())
            guard lstat(path, &entry) == 0 else { continue }
            // A link to nothing decides nothing, so that the front yields to what it does not know.
            guard stat(path, &file) == 0 else { return true }
            return file.st_mode & S_IFMT == S_IFREG && file.st_size > 0
        }
        return false
    }
}

/// The name of ModemManager. The front has it while systemd may not start ModemManager and no other program has it, and
/// never takes it from another program.
final class StandIn {
    private let name: RemoteName
    private let bus: BusConnection
    private let unit: ModemManagerUnit
    private let log: Log
    /// ModemManager is about to start, and will take the name.
    private var isYielding = false
    private(set) var hasName = false
    /// Called when the front has got the name.
    private let taken: () -> Void
    /// Called when the front has lost the name.
    private let yielded: () -> Void

    init(
        on bus: BusConnection, _ unit: ModemManagerUnit, log: Log, taken: @escaping () -> Void,
        yielded: @escaping () -> Void
    ) {
        (self.bus, self.unit, self.log, self.taken, self.yielded) = (bus, unit, log, taken, yielded)
        name = RemoteName(ModemManagerName.bus, on: bus)
    }

    func begin() throws(BusError) {
        let own = try bus.uniqueName
        try name.begin { [unowned self] in ownerChanged($0, own) }
        take()
    }

    /// Gives up the name until another program has had it.
    func giveWay() throws(BusError) {
        isYielding = true
        try bus.releaseName(ModemManagerName.bus)
        lose()
    }

    private func ownerChanged(_ owner: String?, _ own: String) {
        guard owner != own else { return }
        lose()
        if owner != nil { isYielding = false } else { take() }
    }

    private func lose() {
        guard hasName else { return }
        hasName = false
        log("the name of ModemManager is given up")
        yielded()
    }

    private func take() {
        guard !hasName, !isYielding, name.owner == nil, !unit.mayStart else { return }
        do throws(BusError) {
            try bus.requestName(ModemManagerName.bus)
            hasName = true
            log("the front has the name of ModemManager, which may not start")
            taken()
        } catch {
            // Another program was faster, and its end is told.
            log("the name of ModemManager cannot be taken", error)
        }
    }
}
