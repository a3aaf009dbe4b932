// SPDX-License-Identifier: MIT

internal import CAdwaita

extension Object {
    /// Calls `body` with each signal, as long as the object lives. The first value is the sender. Capture controllers
    /// weakly.
    @discardableResult
    package func on(
        _ signal: String, after: Bool = false, _ body: @escaping @MainActor ([Value]) -> Void
    ) -> Connection {
        let handler = Handler { values in
            body(values)
            return nil
        }
        let number = g_signal_connect_closure(gpointer(raw), signal, closure(handler), after ? 1 : 0)
        return Connection(number: UInt(number))
    }

    /// The same for a signal that asks: true stops other handlers.
    package func onQuestion(_ signal: String, _ body: @escaping @MainActor ([Value]) -> Bool) {
        g_signal_connect_closure(gpointer(raw), signal, closure(Handler { body($0) }), 0)
    }

    /// Calls `body` after each change of the property.
    @discardableResult
    package func onChange(of property: String, _ body: @escaping @MainActor () -> Void) -> Connection {
        on("notify::" + property) { _ in body() }
    }

    /// Does something without calling the handler of that connection.
    package func quietly(_ connection: Connection?, _ body: () -> Void) {
        guard let connection else { return body() }
        g_signal_handler_block(gpointer(raw), gulong(connection.number))
        body()
        g_signal_handler_unblock(gpointer(raw), gulong(connection.number))
    }
}

/// The handler of a signal.
package struct Connection {
    fileprivate let number: UInt
}

/// The closure of Swift that a closure of GObject owns.
private final class Handler {
    let body: @MainActor ([Value]) -> Bool?

    init(_ body: @escaping @MainActor ([Value]) -> Bool?) { self.body = body }
}

/// Any signal, whatever its arguments are. The handler lives as long as the closure.
private func closure(_ handler: Handler) -> UnsafeMutablePointer<GClosure>? {
    let box = Unmanaged.passRetained(handler).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), nil)
    g_closure_add_finalize_notifier(closure, box) { box, _ in
        if let box { Unmanaged<Handler>.fromOpaque(box).release() }
    }
    g_closure_set_meta_marshal(closure, box) { _, result, count, values, _, box in
        guard let box else { return }
        nonisolated(unsafe) let handler = Unmanaged<Handler>.fromOpaque(box).takeUnretainedValue()
        nonisolated(unsafe) let list = UnsafeBufferPointer(start: values, count: Int(count))
        let answer = MainActor.assumeIsolated { handler.body(list.map { Value($0) }) }
        if let answer, let result, result.pointee.g_type == CTypeBoolean { g_value_set_boolean(result, answer ? 1 : 0) }
    }
    return closure
}
