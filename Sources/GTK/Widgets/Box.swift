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

/// GtkFlowBox: as many widgets beside each other as fit. The keyboard focus goes to the widgets, not to their places.
package final class FlowBox: Widget {
    package override class var type: UInt { UInt(gtk_flow_box_get_type()) }

    package func append(_ child: Widget) {
        gtk_flow_box_insert(raw, child.widget, -1)
        gtk_widget_set_focusable(gtk_widget_get_parent(child.widget), 0)
    }

    package func remove(_ child: Widget) { gtk_flow_box_remove(raw, child.widget) }
}
