// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkDropDown with plain texts.
package final class DropDown: Widget {
    package override class var type: UInt { UInt(gtk_drop_down_get_type()) }

    package convenience init(_ texts: [String]) {
        var pointers = texts.map { strdup($0).map { UnsafePointer($0) } } + [nil]
        self.init(OpaquePointer(gtk_drop_down_new_from_strings(&pointers)))
        for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
    }

    /// Its inner button, which has the focus, has no name of its own.
    package override func setAccessibleName(_ name: String) {
        super.setAccessibleName(name)
        if let button = gtk_widget_get_first_child(widget) { Widget(OpaquePointer(button)).setAccessibleName(name) }
    }

    /// The place that means no text.
    package static let nothing = Int(guint.max)

    /// The place of the chosen text.
    package var selected: Int {
        get { Int(gtk_drop_down_get_selected(raw)) }
        set { gtk_drop_down_set_selected(raw, guint(newValue)) }
    }
}
