// SPDX-License-Identifier: MIT

internal import CAdwaita
package import SDBus

/// A later call of a closure. Dropping it cancels the call.
@MainActor
package final class Later {
    private var number: guint = 0

    /// Calls `body` once, when GTK has nothing else to do.
    package static func idle(_ body: @escaping @MainActor () -> Void) {
        g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, { run($0) }, box(body), { release($0) })
    }

    /// Calls `body` once, after the events that wait and before the next frame.
    package static func beforeFrame(_ body: @escaping @MainActor () -> Void) {
        g_idle_add_full(G_PRIORITY_HIGH_IDLE, { run($0) }, box(body), { release($0) })
    }

    /// Calls `body` once, after the next frame of the widget's window is drawn.
    package static func afterFrame(of widget: Widget, _ body: @escaping @MainActor () -> Void) {
        // The frame is drawn before the loop is idle.
        let box = box { idle(body) }
        gtk_widget_add_tick_callback(widget.widget, { _, _, box in run(box) }, box, { release($0) })
    }

    /// Calls `body` once, after that time.
    package init(milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        number = g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(milliseconds), { run($0) },
            box { [weak self] in
                body()
                self?.number = 0
            }, { release($0) })
    }

    /// The same for a time in microseconds. It is over when `body` is called.
    package convenience init(microseconds: UInt64, _ body: @escaping @MainActor () -> Void) {
        self.init(milliseconds: Int(microseconds / 1_000) + 1, body)
    }

    isolated deinit { cancel() }

    /// Prevents all further calls.
    package func cancel() {
        if number != 0 { g_source_remove(number) }
        number = 0
    }
}

private final class Body {
    let run: @MainActor () -> Void

    init(_ run: @escaping @MainActor () -> Void) { self.run = run }
}

private func box(_ body: @escaping @MainActor () -> Void) -> gpointer { Unmanaged.passRetained(Body(body)).toOpaque() }

/// Runs the body. The answer removes its source, so it runs once.
private func run(_ box: gpointer?) -> gboolean {
    guard let box else { return 0 }
    nonisolated(unsafe) let body = Unmanaged<Body>.fromOpaque(box).takeUnretainedValue()
    MainActor.assumeIsolated { body.run() }
    return 0
}

private func release(_ box: gpointer?) {
    if let box { Unmanaged<Body>.fromOpaque(box).release() }
}

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
