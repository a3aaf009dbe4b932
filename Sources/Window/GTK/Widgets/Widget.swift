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
        set { gtk_widget_set_tooltip_text(widget, newValue.isEmpty ? nil : newValue) }
    }

    /// Adds or removes a class of CSS.
    package func style(_ name: String, _ isSet: Bool = true) {
        if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }

    @discardableResult
    package func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    /// Whether the widget has the keyboard focus of its window.
    package var hasFocus: Bool { gtk_widget_is_focus(widget) != 0 }

    /// The name for screen readers.
    package func setAccessibleName(_ name: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, name) }

    /// The name of the row of a list that the widget is the content of.
    package func setAccessibleNameOfRow(_ name: String) {
        // The row never becomes a Widget: since GTK 4.10 it may still float, and a holder would free it.
        guard let row = gtk_widget_get_parent(widget) else { return }
        Self.setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, name, of: OpaquePointer(row))
    }

    /// More than the name, for screen readers.
    package func setAccessibleDescription(_ text: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

    private func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
        Self.setAccessible(property, text, of: raw)
    }

    /// Takes no hold of the accessible object.
    private static func setAccessible(_ property: GtkAccessibleProperty, _ text: String, of object: OpaquePointer) {
        var (property, value) = (property, GValue())
        gtk_accessible_property_init_value(property, &value)
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(object, 1, &property, &value)
        g_value_unset(&value)
    }

    /// Runs an action of the widget, of its window or of the application by name, e.g. `app.call`.
    package func activate(action: String, _ target: String? = nil) {
        gtk_widget_activate_action_variant(widget, action, target.map { g_variant_new_string($0) })
    }

    /// The window that the widget is in.
    package var window: Window? {
        gtk_widget_get_root(widget).flatMap { Window.cast($0) }
    }

    /// Calls `body` with the widget and all inside it.
    func forEachInside(_ body: (Widget) -> Void) {
        body(self)
        var child = gtk_widget_get_first_child(widget)
        while let inner = child {
            Widget(OpaquePointer(inner)).forEachInside(body)
            child = gtk_widget_get_next_sibling(inner)
        }
    }

    /// Removes the widget from its parent.
    package func unparent() { gtk_widget_unparent(widget) }
}
