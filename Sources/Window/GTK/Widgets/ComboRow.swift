// SPDX-License-Identifier: MIT

internal import CAdwaita

/// AdwComboRow with plain texts. The chosen one is below the title, and wraps, as those of the list do.
package final class ComboRow: ActionRow {
    package override class var type: UInt { UInt(adw_combo_row_get_type()) }

    /// The place that means no text.
    package static let nothing = DropDown.nothing
    /// The mark of the chosen text and the place that it stands for, by list item, as long as the item lives.
    private var marks: [OpaquePointer: (image: Image, place: Int)] = [:]

    package convenience init(title: String, _ texts: [String]) {
        self.init(OpaquePointer(adw_combo_row_new()))
        show(title: title, lines: 0)
        set("use-subtitle", true)
        // GTK does not tell a screen reader the text of the label that describes the row.
        onChange(of: "subtitle") { [weak self] in self.map { $0.setAccessibleDescription($0.subtitle) } }
        let factory: OpaquePointer = gtk_signal_list_item_factory_new()
        prepare(Object(factory))
        adw_combo_row_set_list_factory(pointer(), factory)
        g_object_unref(gpointer(factory))
        let list = IDList()
        list.set(texts)
        adw_combo_row_set_model(pointer(), list.raw)
        onChange(of: "selected") { [weak self] in self?.mark() }
    }

    /// The place of the chosen text.
    package var selected: Int {
        get { Int(adw_combo_row_get_selected(pointer())) }
        set { adw_combo_row_set_selected(pointer(), guint(newValue)) }
    }

    /// libadwaita's own items cut texts of more than 20 characters off.
    private func prepare(_ factory: Object) {
        factory.on("setup") { [weak self] values in
            guard let item = values.dropFirst().first?.object else { return }
            let box = Box(OpaquePointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)))
            let (label, image) = (Label(text: ""), Image(icon: "object-select-symbolic"))
            gtk_label_set_wrap(label.raw, 1)
            gtk_label_set_xalign(label.raw, 0)
            box.append(label)
            box.append(image)
            gtk_list_item_set_child(item, box.widget)
            self?.marks[item] = (image, Self.nothing)
        }
        factory.on("bind") { [weak self] values in
            guard let item = values.dropFirst().first?.object, let object = gtk_list_item_get_item(item),
                let box = gtk_list_item_get_child(item), let label = gtk_widget_get_first_child(box)
            else { return }
            let text = String(cString: gtk_string_object_get_string(OpaquePointer(object)))
            Label(OpaquePointer(label)).text = text
            Widget(OpaquePointer(box)).setAccessibleNameOfRow(text)
            self?.marks[item]?.place = Int(gtk_list_item_get_position(item))
            self?.mark()
        }
        factory.on("teardown") { [weak self] values in
            if let item = values.dropFirst().first?.object { self?.marks[item] = nil }
        }
    }

    private func mark() {
        for (image, place) in marks.values {
            // It keeps its room, so that the list keeps its width.
            gtk_widget_set_opacity(image.widget, place == selected ? 1 : 0)
        }
    }
}
