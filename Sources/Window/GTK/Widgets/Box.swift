// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkBox: widgets beside each other.
package final class Box: Widget {
    package override class var type: UInt { UInt(gtk_box_get_type()) }

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
    package convenience init() { self.init(OpaquePointer(adw_bin_new())) }

    package var child: Widget? {
        didSet { adw_bin_set_child(pointer(), child?.widget) }
    }
}

/// GtkRevealer.
package final class Revealer: Widget {
    package override class var type: UInt { UInt(gtk_revealer_get_type()) }

    package var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(raw) != 0 }
        set { gtk_revealer_set_reveal_child(raw, newValue ? 1 : 0) }
    }
}

/// GtkPopover.
package final class Popover: Widget {
    package override class var type: UInt { UInt(gtk_popover_get_type()) }

    package func open() { gtk_popover_popup(pointer()) }
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

    /// The first column is on the left in every language.
    package func keepLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }
}
