// SPDX-License-Identifier: MIT

internal import CAdwaita

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
