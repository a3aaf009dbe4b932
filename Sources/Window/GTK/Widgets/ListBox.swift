// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkListBox: a few rows, each a widget of its own.
package final class ListBox: Widget {
    package override class var type: UInt { UInt(gtk_list_box_get_type()) }

    package var rows: [Widget] = [] {
        didSet {
            for row in oldValue { gtk_list_box_remove(raw, row.widget) }
            for row in rows { gtk_list_box_append(raw, row.widget) }
        }
    }

    /// Calls `body` with the place of the row that the user activates.
    package func onActivate(_ body: @escaping @MainActor (Int) -> Void) {
        onObject("row-activated") { body(Int(gtk_list_box_row_get_index(UnsafeMutablePointer($0)))) }
    }
}

/// AdwPreferencesGroup. Its title is markup, so it must be the project's own text.
package final class PreferencesGroup: Widget {
    package override class var type: UInt { UInt(adw_preferences_group_get_type()) }

    package var rows: [Widget] = [] {
        didSet {
            for row in oldValue { adw_preferences_group_remove(pointer(), row.widget) }
            for row in rows { adw_preferences_group_add(pointer(), row.widget) }
        }
    }
}

/// AdwPreferencesRow with a content of its own. Its title, by which people search, is never markup.
package final class PreferencesRow: Widget {
    package override class var type: UInt { UInt(adw_preferences_row_get_type()) }

    package func show(title: String) {
        adw_preferences_row_set_use_markup(pointer(), 0)
        adw_preferences_row_set_title(pointer(), title)
    }
}

/// AdwActionRow. Its texts are never markup.
package class ActionRow: Widget {
    package override class var type: UInt { UInt(adw_action_row_get_type()) }

    /// Each text has at most so many lines; 0 is no limit.
    package convenience init(title: String, subtitle: String = "", lines: Int = 2) {
        self.init(new: OpaquePointer(adw_action_row_new()))
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

    /// Lets a press on the row do something.
    package func makeActivatable() { gtk_list_box_row_set_activatable(pointer(), 1) }

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

/// AdwComboRow with plain texts. The chosen one is below the title, and wraps, as those of the list do.
package final class ComboRow: ActionRow {
    package override class var type: UInt { UInt(adw_combo_row_get_type()) }

    /// The place that means no text.
    package static let nothing = Int(guint.max)
    /// The mark of the chosen text and the place that it stands for, by list item, as long as the item lives.
    private var marks: [OpaquePointer: (image: Image, place: Int)] = [:]

    package convenience init(title: String, _ texts: [String]) {
        self.init(new: OpaquePointer(adw_combo_row_new()))
        show(title: title, lines: 0)
        set("use-subtitle", true)
        onChange(of: "subtitle") { [weak self] in self?.describe() }
        let factory = Object(new: gtk_signal_list_item_factory_new())
        prepare(factory)
        adw_combo_row_set_list_factory(pointer(), factory.raw)
        offer(texts)
        onChange(of: "selected") { [weak self] in self?.mark() }
    }

    /// Offers other texts, of which the first one is chosen.
    package func offer(_ texts: [String]) {
        let list = IDList()
        list.set(texts)
        adw_combo_row_set_model(pointer(), list.raw)
    }

    /// The place of the chosen text.
    package var selected: Int {
        get { Int(adw_combo_row_get_selected(pointer())) }
        set { adw_combo_row_set_selected(pointer(), guint(newValue)) }
    }

    /// libadwaita's own items cut texts of more than 20 characters off.
    private func prepare(_ factory: Object) {
        factory.onObject("setup") { [weak self] item in
            let box = Box(new: OpaquePointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)))
            let (label, image) = (Label(text: ""), Image(icon: "object-select-symbolic"))
            gtk_label_set_wrap(label.raw, 1)
            gtk_label_set_xalign(label.raw, 0)
            box.append(label)
            box.append(image)
            gtk_list_item_set_child(item, box.widget)
            self?.marks[item] = (image, Self.nothing)
        }
        factory.onObject("bind") { [weak self] item in
            guard let object = gtk_list_item_get_item(item), let box = gtk_list_item_get_child(item),
                let label = gtk_widget_get_first_child(box)
            else { return }
            let text = String(cString: gtk_string_object_get_string(OpaquePointer(object)))
            Label(borrowed: OpaquePointer(label)).text = text
            Widget(borrowed: OpaquePointer(box)).setAccessibleNameOfRow(text)
            self?.marks[item]?.place = Int(gtk_list_item_get_position(item))
            self?.mark()
        }
        factory.onObject("teardown") { [weak self] in self?.marks[$0] = nil }
    }

    /// GTK does not tell a screen reader the text of the label that describes the row, but the description of the row;
    /// since GTK 4.18 that of the label.
    private func describe() {
        guard gtk_get_minor_version() >= 18 else { return setAccessibleDescription(subtitle) }
        forEachInside { [subtitle] part in
            if gtk_widget_has_css_class(part.widget, "subtitle") != 0 { part.setAccessibleDescription(subtitle) }
        }
    }

    private func mark() {
        for (image, place) in marks.values {
            // It keeps its room, so that the list keeps its width.
            gtk_widget_set_opacity(image.widget, place == selected ? 1 : 0)
        }
    }
}

/// GtkDropDown with plain texts.
package final class DropDown: Widget {
    package override class var type: UInt { UInt(gtk_drop_down_get_type()) }

    package convenience init(_ texts: [String]) {
        var pointers = texts.map { strdup($0).map { UnsafePointer($0) } } + [nil]
        self.init(new: OpaquePointer(gtk_drop_down_new_from_strings(&pointers)))
        for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
    }

    /// Its inner button, which has the focus, has no name of its own.
    package override func setAccessibleName(_ name: String) {
        super.setAccessibleName(name)
        guard let button = gtk_widget_get_first_child(widget) else { return }
        Widget(borrowed: OpaquePointer(button)).setAccessibleName(name)
    }

    /// The place of the chosen text.
    package var selected: Int {
        get { Int(gtk_drop_down_get_selected(raw)) }
        set { gtk_drop_down_set_selected(raw, guint(newValue)) }
    }
}
