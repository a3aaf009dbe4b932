// SPDX-License-Identifier: MIT

internal import CAdwaita

extension Widget {
    /// Calls `body` with each character that is typed while the focus is in this widget and no other widget has used
    /// the key. True uses the key. Keys with Control, Alt or Super are shortcuts and do not come here.
    package func onCharacter(_ body: @escaping @MainActor (Character) -> Bool) {
        let controller: OpaquePointer = gtk_event_controller_key_new()
        // The widget takes the reference.
        gtk_widget_add_controller(widget, controller)
        Object(controller).onQuestion("key-pressed") { values in
            guard values.count > 3, let key = values[1].int, let state = values[3].int,
                state & Int(GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) == 0,
                let scalar = Unicode.Scalar(gdk_keyval_to_unicode(guint(key))), scalar.value >= 0x20
            else { return false }
            return body(Character(scalar))
        }
    }
}
