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

/// AdwPreferencesRow with a content of its own. Its title, by which people search, is never markup.
package final class PreferencesRow: Widget {
    package override class var type: UInt { UInt(adw_preferences_row_get_type()) }

    package var title: String {
        get { String(cString: adw_preferences_row_get_title(pointer())) }
        set {
            adw_preferences_row_set_use_markup(pointer(), 0)
            adw_preferences_row_set_title(pointer(), newValue)
        }
    }
}

/// AdwActionRow. Its texts are never markup.
package class ActionRow: Widget {
    package override class var type: UInt { UInt(adw_action_row_get_type()) }

    /// Each text has at most so many lines; 0 is no limit.
    package convenience init(title: String, subtitle: String = "", lines: Int = 2) {
        self.init(OpaquePointer(adw_action_row_new()))
        show(title: title, lines: lines)
        self.subtitle = subtitle
    }

    func show(title: String, lines: Int) {
        // Before the texts: a text with markup would be read at once.
        set("use-markup", false)
        set("title", title)
        set("title-lines", .int(lines))
        set("subtitle-lines", .int(lines))
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
