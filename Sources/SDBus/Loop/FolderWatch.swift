// SPDX-License-Identifier: MIT
internal import CSystemd

/// What happens in a folder that is watched.
public enum FolderChange: Hashable, Sendable {
    /// There is a file, a folder or a link of that name now. Who made it may not have written it yet.
    case created(String)
    /// A file was written to its end, moved in or out, or removed, or who may read it is another.
    case changed(String)
    /// The folder itself was moved or removed, or changes were too many to be told: look again.
    case lost
}

/// A folder that a loop watches, as long as this object lives. Reading in it is no change.
public final class FolderWatch {
    private var source: OpaquePointer?
    private let body: (FolderChange) -> Void

    init(_ loop: EventLoop, _ path: String, _ body: @escaping (FolderChange) -> Void) throws(BusError) {
        self.body = body
        let events =
            IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | Int32(IN_ONLYDIR)
        try check(
            sd_event_add_inotify(loop.raw, &source, path, UInt32(events), folderChanged, unretained(self)),
            "Watching a folder")
    }

    deinit { sd_event_source_disable_unref(source) }

    fileprivate func changed(_ event: UnsafePointer<inotify_event>) {
        let mask = Int32(bitPattern: event.pointee.mask)
        guard event.pointee.len > 0 else {
            // Only its attributes are of interest to those inside.
            return body(mask & IN_ATTRIB != 0 ? .changed("") : .lost)
        }
        let name = String(cString: UnsafeRawPointer(event + 1).assumingMemoryBound(to: CChar.self))
        body(mask & IN_CREATE != 0 ? .created(name) : .changed(name))
    }
}

private func folderChanged(
    _: OpaquePointer?, _ event: UnsafePointer<inotify_event>?, _ watch: UnsafeMutableRawPointer?
) -> Int32 {
    guard let event, let watch = object(watch, FolderWatch.self) else { return 0 }
    withExtendedLifetime(watch) { watch.changed(event) }
    return 0
}
