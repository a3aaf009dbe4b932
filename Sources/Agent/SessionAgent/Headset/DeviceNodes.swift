// SPDX-License-Identifier: MIT

import SDBus
import SystemFiles

/// The devices of one kind in `/dev`, such as `hidraw0`, as long as this object lives.
final class DeviceNodes {
    static let folder = "/dev"
    private let prefix: String
    private let changed: (_ name: String, _ isThere: Bool) -> Void
    private var watch: FolderWatch?

    /// Calls `changed` with the name of each device that comes, goes, or that other users may use now: the rules of
    /// udev run after a device has come, and logind gives the devices of a seat to the user in front.
    init(
        _ prefix: String, _ loop: EventLoop, _ changed: @escaping (_ name: String, _ isThere: Bool) -> Void
    ) throws(BusError) {
        (self.prefix, self.changed) = (prefix, changed)
        // Programs write to /dev/null all the time.
        watch = try loop.watch(folder: Self.folder, writes: false) { [unowned self] in follow($0) }
    }

    /// The present devices.
    var names: [String] { (FileNames.list(in: Self.folder) ?? []).filter { $0.hasPrefix(prefix) }.sorted() }

    private func follow(_ change: FolderChange) {
        switch change {
        case .created(let name), .changed(let name): if name.hasPrefix(prefix) { changed(name, true) }
        case .removed(let name): if name.hasPrefix(prefix) { changed(name, false) }
        case .lost: for name in names { changed(name, true) }
        }
    }
}
