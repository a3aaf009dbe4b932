// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// The devices of one kind in `/dev`, such as `hidraw0`, as long as this object lives.
///
/// `FolderWatch` also reports files that are closed after writing, and programs close `/dev/null` all the time. This watch does not
/// wake up for them.
final class DeviceNodes {
    static let folder = "/dev"
    private let prefix: String
    private let descriptor: Int32
    private var watch: IOWatch?
    private let changed: (_ name: String, _ isThere: Bool) -> Void

    /// Calls `changed` with the name of each device that comes, goes, or that other users may use now: the rules of udev run after
    /// a device has come, and logind gives the devices of a seat to the user in front.
    init(
        _ prefix: String, _ loop: EventLoop, _ changed: @escaping (_ name: String, _ isThere: Bool) -> Void
    ) throws(BusError) {
        (self.prefix, self.changed) = (prefix, changed)
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { throw BusError(errno: errno, "Watching devices") }
        let events = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | Int32(IN_ONLYDIR)
        guard inotify_add_watch(descriptor, Self.folder, UInt32(events)) >= 0 else {
            let error = BusError(errno: errno, "Watching devices")
            close(descriptor)
            throw error
        }
        watch = try loop.watch(fileDescriptor: descriptor, events: .readable) { [unowned self] _ in read() }
    }

    deinit {
        watch = nil
        close(descriptor)
    }

    /// The present devices.
    var names: [String] {
        guard let folder = opendir(Self.folder) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
            if name.hasPrefix(prefix) { names.append(name) }
        }
        return names.sorted()
    }

    private func read() {
        var changes: [(name: String, isThere: Bool)] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            var place = 0
            let head = MemoryLayout<inotify_event>.size
            while place + head <= count {
                let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                // The kernel dropped changes: look at all.
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { changes += names.map { ($0, true) } }
                let name = buffer[(place + head)..<min(count, place + head + Int(event.len))].prefix { $0 != 0 }
                let isGone = event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0
                changes.append((String(decoding: name, as: UTF8.self), !isGone))
                place += head + Int(event.len)
            }
        }
        for change in changes where change.name.hasPrefix(prefix) { changed(change.name, change.isThere) }
    }
}
