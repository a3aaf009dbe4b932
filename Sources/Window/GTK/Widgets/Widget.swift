// SPDX-License-Identifier: MIT

internal import CAdwaita

/// Any widget.
package class Widget: Object {
    package override class var type: UInt { UInt(gtk_widget_get_type()) }

    var widget: UnsafeMutablePointer<GtkWidget> { pointer() }

    package var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    package var isSensitive: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// Whether it is on the screen: visible, with all of its parents.
    package var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// Plain text. An empty text is no tooltip.
    package var tooltip: String {
        get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } ?? "" }
        set { if newValue != tooltip { gtk_widget_set_tooltip_text(widget, newValue.isEmpty ? nil : newValue) } }
    }

    /// Adds or removes a class of CSS.
    package func style(_ name: String, _ isSet: Bool = true) {
        if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }

    @discardableResult
    package func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    /// Whether the widget has the keyboard focus of its window.
    package var hasFocus: Bool { gtk_widget_is_focus(widget) != 0 }

    /// Whether the keyboard focus of its window is in the widget or inside it.
    package var containsFocus: Bool {
        guard let focus = gtk_widget_get_root(widget).flatMap({ gtk_root_get_focus($0) }) else { return false }
        return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
    }

    /// The name for screen readers, and the tooltip.
    package func setName(_ name: String) {
        setAccessibleName(name)
        tooltip = name
    }

    /// The name for screen readers.
    package func setAccessibleName(_ name: String) {
        // Since GTK 4.18 the relation to a label counts more than a name.
        if !name.isEmpty { gtk_accessible_reset_relation(raw, GTK_ACCESSIBLE_RELATION_LABELLED_BY) }
        setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    }

    /// The name of the row of a list that the widget is the content of.
    package func setAccessibleNameOfRow(_ name: String) {
        guard let row = gtk_widget_get_parent(widget) else { return }
        Widget(borrowed: OpaquePointer(row)).setAccessibleName(name)
    }

    /// More than the name, for screen readers.
    package func setAccessibleDescription(_ text: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

    private func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
        var (property, value) = (property, GValue())
        gtk_accessible_property_init_value(property, &value)
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(raw, 1, &property, &value)
        g_value_unset(&value)
    }

    /// Takes no more room than it needs, at the end of its line.
    package func alignAtEnd() { gtk_widget_set_halign(widget, GTK_ALIGN_END) }

    /// Takes all the height that its place has, or no more than it needs, in the middle.
    package func fillHeight() { gtk_widget_set_valign(widget, GTK_ALIGN_FILL) }
    package func keepInMiddle() { gtk_widget_set_valign(widget, GTK_ALIGN_CENTER) }

    /// Calls `body` with the widget and all inside it.
    func forEachInside(_ body: (Widget) -> Void) {
        body(self)
        var child = gtk_widget_get_first_child(widget)
        while let inner = child {
            Widget(borrowed: OpaquePointer(inner)).forEachInside(body)
            child = gtk_widget_get_next_sibling(inner)
        }
    }
}

extension Widget {
    /// Calls `body` when the user holds the pointer or a finger on the widget for some time. The press counts as
    /// nothing else then.
    package func onLongPress(_ body: @escaping @MainActor () -> Void) {
        add(gtk_gesture_long_press_new()).on("pressed") { values in
            guard let gesture = values.first?.object else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            body()
        }
    }

    /// Lets the second press of a double press count only on the button of the first press: another button may have
    /// come under the finger in the meantime.
    package func guardDoublePresses() {
        // Held, so that no new button gets the address of an old one.
        var first: Widget?
        add(gtk_gesture_click_new()).on("pressed") { [weak self] values in
            guard let self, values.count > 3, let gesture = values[0].object, let count = values[1].int else { return }
            let pressed = button(x: values[2].double ?? 0, y: values[3].double ?? 0)
            if count == 1 {
                first = pressed
            } else if pressed?.raw != first?.raw {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
    }

    /// Ignores a press of the pointer or of a finger while the answer is true. Keys and screen readers act all the
    /// same.
    package func ignorePresses(while isIgnored: @escaping @MainActor () -> Bool) {
        add(gtk_gesture_click_new()).on("pressed") { values in
            guard isIgnored(), let gesture = values.first?.object else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        }
    }

    /// Adds a controller. In the phase of capture it sees a press or a key before the widgets inside do.
    func add(_ controller: OpaquePointer, _ phase: GtkPropagationPhase = GTK_PHASE_CAPTURE) -> Object {
        gtk_event_controller_set_propagation_phase(controller, phase)
        // The widget takes the reference of the constructor, the result has its own.
        gtk_widget_add_controller(widget, controller)
        return Object(borrowed: controller)
    }

    /// The button at a place in the widget.
    private func button(x: Double, y: Double) -> Widget? {
        gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT)
            .flatMap { gtk_widget_get_ancestor($0, gtk_button_get_type()) }
            .map { Widget(borrowed: OpaquePointer($0)) }
    }
}

extension Widget {
    /// Calls `body` with each character that is typed while the focus is in this widget and no other widget has used
    /// the key. True uses the key. Keys with Control, Alt or Super are shortcuts and do not come here.
    package func onCharacter(_ body: @escaping @MainActor (Character) -> Bool) {
        onKey { key, state in
            guard state & Self.shortcutKeys == 0,
                let scalar = Unicode.Scalar(gdk_keyval_to_unicode(guint(key))), scalar.value >= 0x20
            else { return false }
            return body(Character(scalar))
        }
    }

    /// The same for the Escape key. Menus and dialogs that it closes have used it.
    package func onEscape(_ body: @escaping @MainActor () -> Bool) {
        onKey { key, state in key == Int(GDK_KEY_Escape) && state & Self.shortcutKeys == 0 && body() }
    }

    private static let shortcutKeys =
        Int(GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue)

    /// Calls `body` with each key that is pressed in this widget, and with the modifiers. True uses the key.
    func onKey(
        _ phase: GtkPropagationPhase = GTK_PHASE_BUBBLE, _ body: @escaping @MainActor (_ key: Int, _ state: Int) -> Bool
    ) {
        add(gtk_event_controller_key_new(), phase).onQuestion("key-pressed") { values in
            guard values.count > 3, let key = values[1].int, let state = values[3].int else { return false }
            return body(key, state)
        }
    }
}
