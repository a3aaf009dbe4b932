// SPDX-License-Identifier: MIT

internal import CAdwaita

// What the user does with a row besides to activate it.

extension ListView {
    /// Makes the whole list one stop of the Tab key, however many rows it has: GTK 4.8 stops at each one. The arrow
    /// keys go from row to row. Buttons in a row that may have the focus are stops after it.
    package func leaveWithTab() {
        onKey(GTK_PHASE_CAPTURE) { [weak self] key, state in
            guard let self, state & Int(GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue) == 0 else { return false }
            switch key {
            case Int(GDK_KEY_Tab), Int(GDK_KEY_KP_Tab): return leave(GTK_DIR_TAB_FORWARD)
            case Int(GDK_KEY_ISO_Left_Tab): return leave(GTK_DIR_TAB_BACKWARD)
            default: return false
            }
        }
    }

    private func leave(_ direction: GtkDirectionType) -> Bool {
        guard let row = gtk_widget_get_focus_child(widget) else { return false }
        if gtk_widget_child_focus(row, direction) != 0 { return true }
        var inner = widget
        while let outer = gtk_widget_get_parent(inner) {
            var sibling = neighbour(of: inner, direction)
            while let other = sibling {
                if gtk_widget_get_mapped(other) != 0, gtk_widget_child_focus(other, direction) != 0 { return true }
                sibling = neighbour(of: other, direction)
            }
            inner = outer
        }
        // Behind the last widget of the window is the first one.
        gtk_root_set_focus(OpaquePointer(inner), nil)
        return gtk_widget_child_focus(inner, direction) != 0
    }

    private func neighbour(
        of widget: UnsafeMutablePointer<GtkWidget>, _ direction: GtkDirectionType
    ) -> UnsafeMutablePointer<GtkWidget>? {
        direction == GTK_DIR_TAB_FORWARD ? gtk_widget_get_next_sibling(widget) : gtk_widget_get_prev_sibling(widget)
    }

    /// Gives the focus to the row that had it last.
    package func focusRow() { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }

    /// Calls `body` with the id of a row and its content when the user asks for its menu: with the other button of the
    /// mouse, with a long press, or with the key for menus.
    package func onMenu(_ body: @escaping @MainActor (String, Widget) -> Void) {
        let click: OpaquePointer = gtk_gesture_click_new()
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
        let press: OpaquePointer = gtk_gesture_long_press_new()
        for (gesture, first) in [(click, 2), (press, 1)] {
            add(gesture).on("pressed") { [weak self] values in
                guard let self, values.count > first + 1, let gesture = values[0].object,
                    let x = values[first].double, let y = values[first + 1].double,
                    let (id, content) = row(at: gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT))
                else { return }
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
                body(id, content)
            }
        }
        onKey { [weak self] key, state in
            guard let self,
                key == Int(GDK_KEY_Menu)
                    || key == Int(GDK_KEY_F10) && state & Int(GDK_SHIFT_MASK.rawValue) != 0,
                let item = gtk_widget_get_focus_child(widget),
                let (id, content) = row(at: gtk_widget_get_first_child(item))
            else { return false }
            body(id, content)
            return true
        }
    }

    /// The row that a widget belongs to.
    private func row(at place: UnsafeMutablePointer<GtkWidget>?) -> (String, Widget)? {
        var place = place
        while let present = place, present != widget {
            let content = Widget(borrowed: OpaquePointer(present))
            if let id = shown(content) { return (id, content) }
            place = gtk_widget_get_parent(present)
        }
        return nil
    }
}

extension Widget {
    /// Puts a text into the clipboard.
    package func copy(_ text: String) { gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text) }

    /// Shows a menu at the widget, until the user chooses or presses elsewhere. `name` is for screen readers.
    package func showMenu(_ name: String, _ items: [(label: String, body: @MainActor () -> Void)]) {
        let popover = Popover(borrowed: OpaquePointer(gtk_popover_new()))
        popover.style("menu")
        popover.setAccessibleName(name)
        let box = Box(new: OpaquePointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        for item in items {
            let button = Button(label: item.label)
            button.style("flat")
            // It is inside of the popover.
            button.onClick { [raw = popover.raw] in
                gtk_popover_popdown(UnsafeMutablePointer(raw))
                item.body()
            }
            box.append(button)
        }
        gtk_popover_set_child(popover.pointer(), box.widget)
        gtk_widget_set_parent(popover.widget, widget)
        popover.on("closed") { values in
            guard let popover = values.first?.object.map({ Popover(borrowed: $0) }) else { return }
            // The button that was pressed is still at work.
            Later.idle { gtk_widget_unparent(popover.widget) }
        }
        gtk_popover_popup(popover.pointer())
    }
}
