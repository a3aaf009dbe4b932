// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkButton and what is derived from it.
package class Button: Widget {
    package override class var type: UInt { UInt(gtk_button_get_type()) }

    package convenience init(icon: String, accessibleName: String) {
        self.init(new: OpaquePointer(gtk_button_new_from_icon_name(icon)))
        setName(accessibleName)
    }

    package convenience init(label: String) { self.init(new: OpaquePointer(gtk_button_new_with_label(label))) }

    package func show(label: String) {
        let before = gtk_button_get_label(pointer()).map { String(cString: $0) }
        if label != before { gtk_button_set_label(pointer(), label) }
    }

    /// A name of the icon theme in place of the label.
    package func show(icon: String) { gtk_button_set_icon_name(pointer(), icon) }

    /// Lets a long label have several lines.
    package func wrap() {
        guard let label = gtk_button_get_child(pointer()).flatMap({ Label.cast(OpaquePointer($0)) }) else { return }
        label.set("wrap", .bool(true))
        gtk_label_set_justify(label.raw, GTK_JUSTIFY_CENTER)
    }

    package func onClick(_ body: @escaping @MainActor () -> Void) { on("clicked") { _ in body() } }
}

extension Widget {
    /// Names the buttons with that icon for screen readers, anywhere inside: those of libadwaita have no names.
    package func nameButtons(icon: String, _ name: String) {
        forEachInside {
            guard let button = Button.cast($0.raw), button.get("icon-name")?.string == icon else { return }
            button.setAccessibleName(name)
        }
    }
}

/// GtkToggleButton.
package final class ToggleButton: Button {
    package override class var type: UInt { UInt(gtk_toggle_button_get_type()) }

    package convenience init(icon: String, accessibleName: String) {
        self.init(new: OpaquePointer(gtk_toggle_button_new()))
        show(icon: icon)
        setName(accessibleName)
    }

    package convenience init(toggle label: String) {
        self.init(new: OpaquePointer(gtk_toggle_button_new_with_label(label)))
    }

    package var isActive: Bool {
        get { gtk_toggle_button_get_active(pointer()) != 0 }
        set { gtk_toggle_button_set_active(pointer(), newValue ? 1 : 0) }
    }
}

/// GtkMenuButton.
package final class MenuButton: Widget {
    package override class var type: UInt { UInt(gtk_menu_button_get_type()) }

    package func show(icon: String) {
        // GTK makes a new picture for the same name too.
        let before = gtk_menu_button_get_icon_name(raw).map { String(cString: $0) }
        if icon != before { gtk_menu_button_set_icon_name(raw, icon) }
    }

    package func show(_ menu: Menu) { gtk_menu_button_set_menu_model(raw, menu.pointer()) }

    /// Names the items of its menu for screen readers, whenever it opens: GTK 4.18 hides their texts.
    package func nameItems() {
        onChange(of: "active") { [raw] in
            guard let menu = gtk_menu_button_get_popover(raw) else { return }
            Widget(borrowed: OpaquePointer(menu)).forEachInside { item in
                guard gtk_accessible_get_accessible_role(item.raw) == GTK_ACCESSIBLE_ROLE_MENU_ITEM else { return }
                item.forEachInside { if let label = Label.cast($0.raw) { item.setAccessibleName(label.text) } }
            }
        }
    }
}

/// GtkSwitch.
package final class Switch: Widget {
    package override class var type: UInt { UInt(gtk_switch_get_type()) }

    package convenience init() { self.init(new: OpaquePointer(gtk_switch_new())) }

    package var isActive: Bool {
        get { gtk_switch_get_active(raw) != 0 }
        set { gtk_switch_set_active(raw, newValue ? 1 : 0) }
    }
}

/// GMenu.
package final class Menu: Object {
    package override class var type: UInt { UInt(g_menu_get_type()) }

    /// An empty menu.
    package convenience init() {
        let menu: OpaquePointer = g_menu_new()
        self.init(new: menu)
    }

    /// An item that runs the action with that text.
    package func append(_ label: String, action: String, target: String) {
        let item = g_menu_item_new(label, nil)
        g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(target))
        g_menu_append_item(raw, item)
        g_object_unref(item.map { gpointer($0) })
    }
}
