// SPDX-License-Identifier: MIT

internal import CAdwaita

/// The ids of a list in order. Widgets look the rest up by id, so only rows that are visible cost something.
package final class IDList: Object {
    package override class var type: UInt { UInt(gtk_string_list_get_type()) }

    package private(set) var ids: [String] = []

    /// An empty list.
    package convenience init() {
        let list: OpaquePointer = gtk_string_list_new(nil)
        self.init(new: list)
    }

    /// Changes the list with one splice of the part that differs, so that the scroll position stays.
    package func set(_ new: [String]) {
        let start = zip(ids, new).prefix { $0 == $1 }.count
        let end = zip(ids.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let removed = ids.count - start - end
        let added = new[start..<(new.count - end)]
        ids = new
        guard removed > 0 || !added.isEmpty else { return }
        var texts = added.map { strdup($0).map { UnsafePointer($0) } } + [nil]
        gtk_string_list_splice(raw, guint(start), guint(removed), &texts)
        for text in texts { free(UnsafeMutablePointer(mutating: text)) }
    }
}

/// GtkListView on a list of ids. The controller of a row is made once for each widget, and shows many ids one after the
/// other.
package final class ListView: Widget {
    package override class var type: UInt { UInt(gtk_list_view_get_type()) }

    private var rebind: (Set<String>) -> Void = { _ in }
    /// The id that the content of a row shows.
    private(set) var shown: (Widget) -> String? = { _ in nil }

    /// `make` builds the controller of an empty row; `bind` shows an id in it.
    package func show<Row: ListRow>(
        _ list: IDList, make: @escaping @MainActor () -> Row?, bind: @escaping @MainActor (Row, String) -> Void
    ) {
        let factory = Object(new: gtk_signal_list_item_factory_new())
        let rows = RowTable<Row>()
        factory.onObject("setup") { item in
            guard let row = make() else { return }
            rows.rows[item] = row
            gtk_list_item_set_child(item, row.widget.widget)
        }
        factory.onObject("bind") { item in
            guard let row = rows.rows[item], let text = gtk_list_item_get_item(item) else { return }
            let id = String(cString: gtk_string_object_get_string(OpaquePointer(text)))
            rows.shown[item] = id
            bind(row, id)
        }
        factory.onObject("unbind") { rows.shown[$0] = nil }
        factory.onObject("teardown") { (rows.rows[$0], rows.shown[$0]) = (nil, nil) }
        rebind = { [weak rows] changed in
            guard let rows else { return }
            for (item, id) in rows.shown where changed.contains(id) {
                if let row = rows.rows[item] { bind(row, id) }
            }
        }
        shown = { [weak rows] content in
            rows?.rows.first { $1.widget.raw == content.raw }.flatMap { rows?.shown[$0.key] }
        }
        gtk_list_view_set_factory(raw, factory.raw)
        let selection: OpaquePointer = gtk_no_selection_new(Self.retained(list))
        gtk_list_view_set_model(raw, selection)
        g_object_unref(gpointer(selection))
    }

    /// Shows these ids again, because their contents changed. Only ids with a widget cost something, and the focus
    /// stays where it is.
    package func refresh(_ changed: Set<String>) { rebind(changed) }

    /// Calls `body` with the place of the row that the user activates.
    package func onActivate(_ body: @escaping @MainActor (Int) -> Void) {
        on("activate") { values in if let place = values.dropFirst().first?.int { body(place) } }
    }

    /// Calls `body` when the list is scrolled, and when its length changes.
    package func onScroll(_ body: @escaping @MainActor () -> Void) {
        for signal in ["value-changed", "changed"] { adjustment?.on(signal) { _ in body() } }
    }

    /// Whether the beginning of the list is visible.
    package var isAtTop: Bool { (adjustment?.get("value")?.double ?? 0) <= 0 }

    /// Scrolls to the beginning. Without it a list stays at its first row when new rows come before that one.
    package func scrollToTop() {
        let place = g_variant_ref_sink(g_variant_new_uint32(0))
        gtk_widget_activate_action_variant(widget, "list.scroll-to-item", place)
        g_variant_unref(place)
    }

    /// How often the visible part fits into what is below it.
    package var pagesBelow: Double {
        guard let place = adjustment, let upper = place.get("upper")?.double, let value = place.get("value")?.double,
            let page = place.get("page-size")?.double, page > 0
        else { return .infinity }
        return (upper - value) / page - 1
    }

    /// Where the list is scrolled to; nil outside of a scrolled window.
    private var adjustment: Object? { self.get("vadjustment")?.object.map { Object(borrowed: $0) } }

    /// The selection takes a reference of its own.
    private static func retained(_ list: IDList) -> OpaquePointer {
        g_object_ref(gpointer(list.raw))
        return list.raw
    }
}

/// The controller of a row's widget.
@MainActor
package protocol ListRow: AnyObject {
    var widget: Widget { get }
}

/// The controllers by list item, as long as the item lives.
@MainActor
private final class RowTable<Row> {
    var rows: [OpaquePointer: Row] = [:]
    /// The id that each of them shows.
    var shown: [OpaquePointer: String] = [:]
}
