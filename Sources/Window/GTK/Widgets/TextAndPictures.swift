// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkLabel. Its text is never markup.
package final class Label: Widget {
    package override class var type: UInt { UInt(gtk_label_get_type()) }

    package convenience init(text: String) { self.init(new: OpaquePointer(gtk_label_new(text))) }

    package var text: String {
        get { String(cString: gtk_label_get_text(raw)) }
        set { if newValue != text { gtk_label_set_text(raw, newValue) } }
    }
}

/// AdwStatusPage: an icon, a title and a text in an empty place. Its description is markup, so it must be the project's
/// own text.
package final class StatusPage: Widget {
    package override class var type: UInt { UInt(adw_status_page_get_type()) }

    package func show(icon: String, title: String, description: String) {
        adw_status_page_set_icon_name(raw, icon)
        set("title", title.escaped)
        set("description", description.escaped)
    }
}

extension String {
    /// The text in a place that reads markup.
    var escaped: String { taken(g_markup_escape_text(self, -1)) }
}

/// GtkEntry, GtkSearchEntry, GtkText and all others that edit a line.
package final class Entry: Widget {
    package override class var type: UInt { UInt(gtk_editable_get_type()) }

    package var text: String {
        get { String(cString: gtk_editable_get_text(raw)) }
        set { if newValue != text { gtk_editable_set_text(raw, newValue) } }
    }

    package func moveCursorToEnd() { gtk_editable_set_position(raw, -1) }

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

/// Searches in short lists that are already in memory.
package enum TextMatch {
    /// Whether a text has words that begin with each of these. Case and accents do not count. No words fit every text.
    package static func fits(_ words: String, _ text: String) -> Bool {
        words.allSatisfy(\.isWhitespace) || g_str_match_string(words, text, 1) != 0
    }
}

/// GtkImage.
package final class Image: Widget {
    package override class var type: UInt { UInt(gtk_image_get_type()) }

    package convenience init(icon: String) { self.init(new: OpaquePointer(gtk_image_new_from_icon_name(icon))) }

    /// A name of the icon theme.
    package func show(icon: String) {
        // GTK makes a new picture for the same name too.
        let before = gtk_image_get_icon_name(raw).map { String(cString: $0) }
        if icon != before { gtk_image_set_from_icon_name(raw, icon) }
    }

    package func show(_ picture: Picture) {
        if gtk_image_get_paintable(raw) != picture.raw { gtk_image_set_from_paintable(raw, picture.raw) }
    }
}

/// AdwAvatar: a round picture, or the initials of a name on a colour.
package final class Avatar: Widget {
    package override class var type: UInt { UInt(adw_avatar_get_type()) }

    /// A name; an empty one shows a symbol of a person, with a colour of the number.
    package func show(name: String, number: String = "", _ picture: Picture? = nil) {
        // Without a text the colour is another one at each redraw.
        adw_avatar_set_text(raw, name.isEmpty ? number + " " : name)
        adw_avatar_set_show_initials(raw, name.isEmpty ? 0 : 1)
        adw_avatar_set_custom_image(raw, picture?.raw)
    }
}

/// A decoded picture.
package final class Picture: Object {
    package override class var type: UInt { UInt(gdk_texture_get_type()) }

    /// Decodes a picture of a known format ("png", "jpeg"), with both sides at most as long as `side`; nil if the bytes
    /// are no such picture. The caller has checked the size that the beginning of the bytes tells, because some
    /// decoders need memory for it.
    package static func decode(_ bytes: [UInt8], as format: String, side: Int) -> Picture? {
        guard let loader = gdk_pixbuf_loader_new_with_type(format, nil) else { return nil }
        let holder = Object(new: OpaquePointer(loader))
        holder.on("size-prepared") { values in
            guard values.count > 2, let width = values[1].int, let height = values[2].int, max(width, height) > side
            else { return }
            let scale = Double(side) / Double(max(width, height))
            gdk_pixbuf_loader_set_size(
                loader, max(1, gint(Double(width) * scale)), max(1, gint(Double(height) * scale)))
        }
        let isWritten = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil)
        let isClosed = gdk_pixbuf_loader_close(loader, nil)
        guard isWritten != 0, isClosed != 0, let pixels = gdk_pixbuf_loader_get_pixbuf(loader) else { return nil }
        let texture: OpaquePointer = CTextureNew(pixels)
        return Picture(new: texture)
    }

    /// Decodes a PNG or a JPEG; nil if the bytes are no picture. The caller has checked the size: see `IconFile` of the
    /// agent.
    package static func decode(_ bytes: [UInt8]) -> Picture? {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        var error: UnsafeMutablePointer<GError>?
        guard let texture = gdk_texture_new_from_bytes(data, &error) else {
            g_clear_error(&error)
            return nil
        }
        return Picture(new: texture)
    }
}
