// SPDX-License-Identifier: MIT

internal import CAdwaita
package import SDBus

/// Runs an event loop of sd-event on GLib's main loop, as long as this object lives. At rest neither wakes up.
@MainActor
package final class LoopSource {
    private let loop: EventLoop
    private let source: UnsafeMutablePointer<GSource>?

    package init(_ loop: EventLoop) {
        self.loop = loop
        source = g_source_new(functions, guint(MemoryLayout<CLoopSource>.size))
        source?.withMemoryRebound(to: CLoopSource.self, capacity: 1) {
            $0.pointee.loop = Unmanaged.passUnretained(loop).toOpaque()
        }
        g_source_add_unix_fd(source, loop.descriptor, G_IO_IN)
        // A handler may run a loop of GTK, such as that of a menu.
        g_source_set_can_recurse(source, 0)
        g_source_attach(source, nil)
    }

    isolated deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}

/// They live as long as the process, as GLib wants.
nonisolated(unsafe) private let functions: UnsafeMutablePointer<GSourceFuncs> = {
    let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
    functions.initialize(to: GSourceFuncs())
    functions.pointee.prepare = { source, timeout in
        timeout?.pointee = -1
        return eventLoop(of: source)?.prepare() == true ? 1 : 0
    }
    functions.pointee.check = { eventLoop(of: $0)?.poll() == true ? 1 : 0 }
    functions.pointee.dispatch = { source, _, _ in
        eventLoop(of: source)?.dispatch()
        // Keep the source.
        return 1
    }
    return functions
}()

private func eventLoop(of source: UnsafeMutablePointer<GSource>?) -> EventLoop? {
    source?.withMemoryRebound(to: CLoopSource.self, capacity: 1) { $0.pointee.loop }
        .map { Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() }
}
