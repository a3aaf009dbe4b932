// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkBox: widgets beside each other.
package final class Box: Widget {
    package override class var type: UInt { UInt(gtk_box_get_type()) }

    /// The children that are exchanged as a whole, behind those of the .ui file.
    package var children: [Widget] = [] {
        didSet {
            for child in oldValue { remove(child) }
            for child in children { append(child) }
        }
    }

    package func append(_ child: Widget) { gtk_box_append(pointer(), child.widget) }
    package func remove(_ child: Widget) { gtk_box_remove(pointer(), child.widget) }

    /// Puts the child first, or behind `sibling`.
    package func move(_ child: Widget, behind sibling: Widget?) {
        gtk_box_reorder_child_after(pointer(), child.widget, sibling?.widget)
    }
}

/// AdwBin: one widget.
package final class Bin: Widget {
    package override class var type: UInt { UInt(adw_bin_get_type()) }

    /// An empty one.
    package convenience init() { self.init(new: OpaquePointer(adw_bin_new())) }

    package var child: Widget? {
        didSet { adw_bin_set_child(pointer(), child?.widget) }
    }
}

/// GtkScrolledWindow: a part that the user scrolls up and down if it has no room.
package final class Scroller: Widget {
    package override class var type: UInt { UInt(gtk_scrolled_window_get_type()) }

    package convenience init(_ child: Widget) {
        self.init(new: OpaquePointer(gtk_scrolled_window_new()))
        gtk_scrolled_window_set_policy(raw, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(raw, child.widget)
        // What is inside takes the focus.
        gtk_widget_set_focusable(widget, 0)
    }
}

/// GtkPopover.
package final class Popover: Widget {
    package override class var type: UInt { UInt(gtk_popover_get_type()) }

    package func close() { gtk_popover_popdown(pointer()) }
}

/// GtkGrid: widgets in columns and rows.
package final class Grid: Widget {
    package override class var type: UInt { UInt(gtk_grid_get_type()) }

    /// Puts a child at a place, from where it goes over that many columns.
    package func attach(_ child: Widget, column: Int, row: Int, columns: Int = 1) {
        gtk_grid_attach(pointer(), child.widget, Int32(column), Int32(row), Int32(columns), 1)
    }

    package func remove(_ child: Widget) { gtk_grid_remove(pointer(), child.widget) }

    /// Moves a child to another place. It keeps the keyboard focus.
    package func move(_ child: Widget, column: Int, row: Int) {
        guard let layout = gtk_widget_get_layout_manager(widget),
            let place = gtk_layout_manager_get_layout_child(layout, child.widget)
        else { return }
        gtk_grid_layout_child_set_column(OpaquePointer(place), Int32(column))
        gtk_grid_layout_child_set_row(OpaquePointer(place), Int32(row))
    }

    /// The first column is on the left in every language.
    package func keepLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }
}

/// GtkStack. Only its present page is visible, because GTK shows hidden pages to screen readers.
package final class Stack: Widget {
    package override class var type: UInt { UInt(gtk_stack_get_type()) }

    package var page: String {
        get { gtk_stack_get_visible_child_name(raw).map { String(cString: $0) } ?? "" }
        set {
            guard let page = gtk_stack_get_child_by_name(raw, newValue) else { return }
            gtk_widget_set_visible(page, 1)
            gtk_stack_set_visible_child(raw, page)
            var child = gtk_widget_get_first_child(widget)
            while let other = child {
                if other != page { gtk_widget_set_visible(other, 0) }
                child = gtk_widget_get_next_sibling(other)
            }
        }
    }

    package func add(_ child: Widget, name: String) { gtk_stack_add_named(raw, child.widget, name) }
}

/// AdwViewStack.
package final class ViewStack: Widget {
    package override class var type: UInt { UInt(adw_view_stack_get_type()) }

    package var page: String {
        get { adw_view_stack_get_visible_child_name(raw).map { String(cString: $0) } ?? "" }
        set { adw_view_stack_set_visible_child_name(raw, newValue) }
    }

    package func add(_ child: Widget, name: String, title: String, icon: String) {
        let page = adw_view_stack_add_titled(raw, child.widget, name, title)
        adw_view_stack_page_set_icon_name(page, icon)
    }

    /// Marks a page whose content needs attention, with a number if it is not 0.
    package func mark(_ child: Widget, _ number: Int) {
        let page = adw_view_stack_get_page(raw, child.widget)
        adw_view_stack_page_set_badge_number(page, guint(number))
        adw_view_stack_page_set_needs_attention(page, number > 0 ? 1 : 0)
    }
}

/// AdwLeaflet: parts beside each other, or one at a time if there is no room.
package final class Leaflet: Widget {
    package override class var type: UInt { UInt(CLeafletType()) }

    /// Whether it shows one part at a time.
    package var isFolded: Bool { CLeafletIsFolded(raw) != 0 }

    package func show(_ child: Widget) { CLeafletShow(raw, child.widget) }
}
