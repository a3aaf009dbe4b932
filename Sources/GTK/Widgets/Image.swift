// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkImage.
package final class Image: Widget {
    package override class var type: UInt { UInt(gtk_image_get_type()) }

    /// A name of the icon theme.
    package func show(icon: String) { gtk_image_set_from_icon_name(raw, icon) }
    package func show(_ picture: Picture) { gtk_image_set_from_paintable(raw, picture.raw) }
}

/// AdwAvatar: a round picture, or the initials of a name on a colour.
package final class Avatar: Widget {
    package override class var type: UInt { UInt(adw_avatar_get_type()) }

    /// A name; an empty one shows a symbol of a person.
    package func show(name: String, _ picture: Picture? = nil) {
        adw_avatar_set_text(raw, name)
        adw_avatar_set_show_initials(raw, name.isEmpty ? 0 : 1)
        adw_avatar_set_custom_image(raw, picture?.raw)
    }
}

/// A decoded picture.
package final class Picture: Object {
    package override class var type: UInt { UInt(gdk_texture_get_type()) }

    /// Decodes a PNG or a JPEG; nil if the bytes are no picture. The caller has checked the size: see `IconFile` of the agent.
    package static func decode(_ bytes: [UInt8]) -> Picture? {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        var error: UnsafeMutablePointer<GError>?
        guard let texture = gdk_texture_new_from_bytes(data, &error) else {
            g_clear_error(&error)
            return nil
        }
        defer { g_object_unref(gpointer(texture)) }
        return Picture(texture)
    }
}
