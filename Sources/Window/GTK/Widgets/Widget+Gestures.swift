// SPDX-License-Identifier: MIT

internal import CAdwaita

extension Widget {
    /// Calls `body` when the user holds the pointer or a finger on the widget for some time. The press counts as
    /// nothing else then.
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

    /// Lets the second press of a double press count only on the button of the first press: another button may have
    /// come under the finger in the meantime.
    package func guardDoublePresses() {
        let gesture: OpaquePointer = gtk_gesture_click_new()
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        let holder = Object(gesture)
        gtk_widget_add_controller(widget, gesture)
        // Held, so that no new button gets the address of an old one.
        var first: Widget?
        holder.on("pressed") { [weak self] values in
            guard let self, values.count > 3, let gesture = values[0].object, let count = values[1].int else { return }
            let pressed = button(x: values[2].double ?? 0, y: values[3].double ?? 0)
            if count == 1 {
                first = pressed
            } else if pressed?.raw != first?.raw {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
    }

    /// The button at a place in the widget.
    private func button(x: Double, y: Double) -> Widget? {
        gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT)
            .flatMap { gtk_widget_get_ancestor($0, gtk_button_get_type()) }
            .map { Widget(OpaquePointer($0)) }
    }
}
