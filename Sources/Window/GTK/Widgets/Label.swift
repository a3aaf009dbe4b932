// SPDX-License-Identifier: MIT

internal import CAdwaita

/// GtkLabel. Its text is never markup.
package final class Label: Widget {
    package override class var type: UInt { UInt(gtk_label_get_type()) }

    package convenience init(text: String) { self.init(OpaquePointer(gtk_label_new(text))) }

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
    package var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&apos;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
