// SPDX-License-Identifier: MIT

internal import SDBus

/// Waits for a folder that does not exist yet: watches the innermost folder above it.
final class AwaitedFolder {
    private let path: String
    private let loop: EventLoop
    private let body: () -> Void
    private var watch: FolderWatch?

    /// False if the folder above cannot be watched, for example because it cannot be entered. Then `body` is not
    /// called.
    var isWatching: Bool { watch != nil }

    /// Calls `body` each time the folder may have appeared, as long as this object lives.
    init(_ path: String, _ loop: EventLoop, _ body: @escaping () -> Void) {
        self.path = path
        self.loop = loop
        self.body = body
        look()
    }

    /// Watches before it looks, so that it misses nothing.
    private func look() {
        while true {
            var awaited = path
            while awaited != "/", !FolderNames.isFolder(FolderNames.parent(of: awaited)) {
                awaited = FolderNames.parent(of: awaited)
            }
            watch(FolderNames.parent(of: awaited), for: FolderNames.last(of: awaited))
            guard watch != nil, FolderNames.isFolder(awaited) else { return }
            if awaited == path { return loop.deferred { [weak self] in self?.body() } }
        }
    }

    private func watch(_ folder: String, for name: String) {
        watch = try? loop.watch(folder: folder) { [unowned self] change in
            switch change {
            case .lost, .changed(""), .created(name), .changed(name), .removed(name):
                loop.deferred { [weak self] in self?.look() }
            case .created, .changed, .removed: break
            }
        }
    }
}
