// SPDX-License-Identifier: MIT
internal import CSystemd

/// A change in a watched folder.
public enum FolderChange: Hashable, Sendable {
    /// A file, a folder or a link with that name was created. Its contents may not be written yet.
    case created(String)
    /// A file was written and closed, or moved in, or its attributes changed, e.g. its permissions.
    case changed(String)
    /// A file was removed or moved out.
    case removed(String)
    /// The folder itself was moved or removed, or the kernel dropped changes because there were too many. Look again.
    case lost
}

/// Watches a folder as long as this object lives. Reading is not a change.
public final class FolderWatch {
    private var source: OpaquePointer?
    private let body: (FolderChange) -> Void
    private let confinement: Confinement

    init(
        _ loop: EventLoop, _ path: String, writes: Bool, _ body: @escaping (FolderChange) -> Void
    ) throws(BusError) {
        (self.body, confinement) = (body, loop.confinement)
        let events =
            IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
            | Int32(IN_ONLYDIR) | (writes ? IN_CLOSE_WRITE : 0)
        try check(
            sd_event_add_inotify(loop.raw, &source, path, UInt32(events), folderChanged, unretained(self)),
            "Watching a folder")
    }

    deinit {
        confinement.check()
        sd_event_source_disable_unref(source)
    }

    fileprivate func changed(_ event: UnsafePointer<inotify_event>) {
        let mask = Int32(bitPattern: event.pointee.mask)
        guard event.pointee.len > 0 else {
            // Of the folder itself, only the attributes matter for the files inside.
            return body(mask & IN_ATTRIB != 0 ? .changed("") : .lost)
        }
        let name = String(cString: UnsafeRawPointer(event + 1).assumingMemoryBound(to: CChar.self))
        if mask & (IN_DELETE | IN_MOVED_FROM) != 0 { return body(.removed(name)) }
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
