// SPDX-License-Identifier: MIT

internal import CAdwaita

/// A later call of a closure. Dropping it cancels the call.
@MainActor
package final class Later {
    private var number: guint = 0

    /// Calls `body` once, when GTK has nothing else to do.
    package static func idle(_ body: @escaping @MainActor () -> Void) {
        let box = box {
            body()
            return false
        }
        g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, { run($0) }, box, { release($0) })
    }

    /// Calls `body` once, after the next frame of the widget's window is drawn.
    package static func afterFrame(of widget: Widget, _ body: @escaping @MainActor () -> Void) {
        let box = box {
            // The frame is drawn before the loop is idle.
            idle(body)
            return false
        }
        gtk_widget_add_tick_callback(widget.widget, { _, _, box in run(box) }, box, { release($0) })
    }

    /// Calls `body` after that time, and again as long as it returns true.
    package init(milliseconds: Int, _ body: @escaping @MainActor () -> Bool) {
        number = g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(milliseconds), { run($0) },
            box { [weak self] in
                if body() { return true }
                self?.number = 0
                return false
            }, { release($0) })
    }

    isolated deinit { cancel() }

    /// Prevents all further calls.
    package func cancel() {
        if number != 0 { g_source_remove(number) }
        number = 0
    }
}

private final class Body {
    let run: @MainActor () -> Bool

    init(_ run: @escaping @MainActor () -> Bool) { self.run = run }
}

private func box(_ body: @escaping @MainActor () -> Bool) -> gpointer { Unmanaged.passRetained(Body(body)).toOpaque() }

private func run(_ box: gpointer?) -> gboolean {
    guard let box else { return 0 }
    nonisolated(unsafe) let body = Unmanaged<Body>.fromOpaque(box).takeUnretainedValue()
    return MainActor.assumeIsolated { body.run() } ? 1 : 0
}

private func release(_ box: gpointer?) {
    if let box { Unmanaged<Body>.fromOpaque(box).release() }
}
