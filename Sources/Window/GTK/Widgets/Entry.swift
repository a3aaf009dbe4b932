// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkEntry, GtkSearchEntry, GtkText and all others that edit a line.
package final class Entry: Widget {
    package override class var type: UInt { UInt(gtk_editable_get_type()) }

    package var text: String {
        get { String(cString: gtk_editable_get_text(raw)) }
        set { if newValue != text { gtk_editable_set_text(raw, newValue) } }
    }

    /// The place of the cursor, in characters; -1 is the end.
    package var cursor: Int {
        get { Int(gtk_editable_get_position(raw)) }
        set { gtk_editable_set_position(raw, Int32(newValue)) }
    }

    /// Writes at the cursor, in place of the selection.
    package func insert(_ text: String) {
        gtk_editable_delete_selection(raw)
        var position = gtk_editable_get_position(raw)
        gtk_editable_insert_text(raw, text, Int32(text.utf8.count), &position)
        gtk_editable_set_position(raw, position)
    }

    /// Takes the keyboard, with the cursor at its place: what is typed next replaces nothing.
    package func takeFocus() {
        grabFocus()
        let position = gtk_editable_get_position(raw)
        gtk_editable_select_region(raw, position, position)
    }

    /// Removes the selection, or the character before the cursor.
    package func deleteBackwards() {
        if gtk_editable_get_selection_bounds(raw, nil, nil) != 0 { return gtk_editable_delete_selection(raw) }
        let position = gtk_editable_get_position(raw)
        if position > 0 { gtk_editable_delete_text(raw, position - 1, position) }
    }

    package func onChange(_ body: @escaping @MainActor () -> Void) { on("changed") { _ in body() } }
    package func onActivate(_ body: @escaping @MainActor () -> Void) { on("activate") { _ in body() } }
}
