// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkListBox: a few rows, each a widget of its own.
package final class ListBox: Widget {
    package override class var type: UInt { UInt(gtk_list_box_get_type()) }

    private var rows: [Widget] = []

    package func append(_ row: Widget) {
        gtk_list_box_append(raw, row.widget)
        rows.append(row)
    }

    /// Removes the rows that were appended.
    package func removeAll() {
        for row in rows { gtk_list_box_remove(raw, row.widget) }
        rows = []
    }

    /// Calls `body` with the place of the row that the user activates.
    package func onActivate(_ body: @escaping @MainActor (Int) -> Void) {
        on("row-activated") { values in
            guard let row = values.dropFirst().first?.object else { return }
            body(Int(gtk_list_box_row_get_index(UnsafeMutablePointer(row))))
        }
    }
}

/// AdwPreferencesGroup. Its title is markup, so it must be the project's own text.
package final class PreferencesGroup: Widget {
    package override class var type: UInt { UInt(adw_preferences_group_get_type()) }

    private var rows: [Widget] = []

    package func append(_ row: Widget) {
        adw_preferences_group_add(pointer(), row.widget)
        rows.append(row)
    }

    /// Removes the rows that were appended.
    package func removeAll() {
        for row in rows { adw_preferences_group_remove(pointer(), row.widget) }
        rows = []
    }
}

/// AdwEntryRow with a button that applies the text. Its title is never markup.
package final class EntryRow: Widget {
    package override class var type: UInt { UInt(adw_entry_row_get_type()) }

    package convenience init(title: String) {
        self.init(OpaquePointer(adw_entry_row_new()))
        set("use-markup", false)
        set("title", title)
        set("show-apply-button", true)
    }

    package var text: String {
        get { String(cString: gtk_editable_get_text(raw)) }
        set { if newValue != text { gtk_editable_set_text(raw, newValue) } }
    }

    package func onApply(_ body: @escaping @MainActor () -> Void) { on("apply") { _ in body() } }
}

/// AdwActionRow. Its texts are never markup.
package class ActionRow: Widget {
    package override class var type: UInt { UInt(adw_action_row_get_type()) }

    package convenience init(title: String, subtitle: String = "") {
        self.init(OpaquePointer(adw_action_row_new()))
        // Before the texts: a text with markup would be read at once.
        set("use-markup", false)
        set("title", title)
        set("title-lines", .int(2))
        set("subtitle-lines", .int(2))
        self.subtitle = subtitle
    }

    package var subtitle: String {
        get { adw_action_row_get_subtitle(pointer()).map { String(cString: $0) } ?? "" }
        set { set("subtitle", newValue) }
    }

    /// Whether a press on the row does something.
    package var isActivatable: Bool {
        get { gtk_list_box_row_get_activatable(pointer()) != 0 }
        set { gtk_list_box_row_set_activatable(pointer(), newValue ? 1 : 0) }
    }

    /// A widget before the text.
    package func prefix(_ child: Widget) { adw_action_row_add_prefix(pointer(), child.widget) }

    /// A widget behind the text.
    package func suffix(_ child: Widget) {
        gtk_widget_set_valign(child.widget, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(pointer(), child.widget)
    }

    /// The widget that a press on the row activates.
    package func activates(_ child: Widget?) { adw_action_row_set_activatable_widget(pointer(), child?.widget) }
}
