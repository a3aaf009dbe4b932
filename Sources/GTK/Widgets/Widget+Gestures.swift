// SPDX-License-Identifier: MIT

internal import CAdwaita

extension Widget {
    /// Calls `body` when the user holds the pointer or a finger on the widget for some time. The press counts as nothing else then.
    package func onLongPress(_ body: @escaping @MainActor () -> Void) {
        let gesture: OpaquePointer = gtk_gesture_long_press_new()
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        let holder = Object(gesture)
        // The widget takes the reference of the constructor, the holder has its own.
        gtk_widget_add_controller(widget, gesture)
        holder.on("pressed") { values in
            guard let gesture = values.first?.object else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            body()
        }
    }
}
