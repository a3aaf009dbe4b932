// SPDX-License-Identifier: MIT

internal import CAdwaita

extension Application {
    /// Adds an action, which menus, keys, notifications and other processes may run as `app.name`.
    @discardableResult
    package func addAction(_ name: String, keys: [String] = [], _ body: @escaping @MainActor () -> Void) -> Action {
        let action = add(g_simple_action_new(name, nil))
        action.on("activate") { _ in body() }
        setKeys(keys, of: "app." + name)
        return action
    }

    /// The same for an action with a text.
    @discardableResult
    package func addTextAction(_ name: String, _ body: @escaping @MainActor (String) -> Void) -> Action {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = add(g_simple_action_new(name, type))
        action.on("activate") { values in
            guard let variant = values.dropFirst().first?.variant else { return }
            body(String(cString: g_variant_get_string(variant, nil)))
        }
        return action
    }

    /// Keys as GTK writes them, e.g. `<Control>m`. The action may be one of a widget.
    package func setKeys(_ keys: [String], of action: String, _ target: String? = nil) {
        guard !keys.isEmpty else { return }
        var keys = keys.map { strdup($0).map { UnsafePointer($0) } } + [nil]
        // The target is a part of the name of the action.
        gtk_application_set_accels_for_action(pointer(), target.map { "\(action)::\($0)" } ?? action, &keys)
        for key in keys { free(UnsafeMutablePointer(mutating: key)) }
    }

    /// Runs an action in the process that is the application.
    package func activate(_ action: String, _ text: String) {
        g_action_group_activate_action(raw, action, g_variant_new_string(text))
    }

    private func add(_ raw: OpaquePointer) -> Action {
        let action = Action(raw)
        g_object_unref(gpointer(raw))
        g_action_map_add_action(self.raw, raw)
        return action
    }
}

/// GSimpleAction.
package final class Action: Object {
    package override class var type: UInt { UInt(g_simple_action_get_type()) }

    package var isEnabled: Bool {
        get { g_action_get_enabled(raw) != 0 }
        set { g_simple_action_set_enabled(raw, newValue ? 1 : 0) }
    }
}
