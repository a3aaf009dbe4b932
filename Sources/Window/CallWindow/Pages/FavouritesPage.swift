// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The page *Favourites*: the callers that the user calls often, in the user's order.
@MainActor
final class FavouritesPage: ListPage {
    let context: CallWindowContext
    let pane: ListPane
    private var favourites: [Favourite] = []
    private(set) var isLoaded = false
    private var rows: [String: (favourite: Favourite, content: PersonRow.Content)] = [:]
    private let order: ToggleButton

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        pane = try ListPane(context, of: .favourites, searchFor: Catalogue.text("Search favourites"))
        order = ToggleButton(toggle: Catalogue.text("Edit"))
        order.style("flat")
        order.alignAtEnd()
        pane.bind { [weak self] in
            self?.rows[$0]?.content
        } picture: { [weak self] id, row in
            guard let self, let favourite = rows[id]?.favourite else { return }
            context.callers.show(favourite.handle, in: row.avatar)
        } call: { [weak self] in
            self?.call($0)
        }
        pane.move = { [weak self] in self?.move($0, $1) }
        pane.add(order)
        order.onChange(of: "active") { [weak self] in
            guard let self else { return }
            order.show(label: order.isActive ? Catalogue.text("Done") : Catalogue.text("Edit"))
            show()
        }
        connect()
    }

    func appear() { appearAnew() }

    // MARK: The list

    func filter() { show() }

    func changed(_ change: DirectoryFollower.Change) {
        switch change {
        case .favourites, .contacts: load()
        case .presence, .history, .unread, .rules, .apps: break
        }
    }

    func load() {
        guard context.directory.presence == .running else { return }
        context.directory.read(.listFavourites, for: [[String: Variant]].self) { [weak self] lines in
            guard let self else { return }
            if let lines = try? lines.get() { (favourites, isLoaded) = (lines.map(Favourite.init), true) }
            show(lines)
        }
    }

    func showContents() {
        order.isVisible = favourites.count > 1
        guard !favourites.isEmpty else {
            return pane.showEmpty(
                icon: "starred-symbolic", title: Catalogue.text("No favourites"),
                description: Catalogue.text("Add a number of a contact or of a recent call with its star."))
        }
        showRows()
    }

    private func showRows() {
        let words = pane.search.text
        let shown = favourites.filter { TextMatch.fits(words, "\($0.name) \($0.handle.value) \($0.formatted)") }
        guard !shown.isEmpty else {
            return pane.showEmpty(icon: "system-search-symbolic", title: Catalogue.text("No favourites found"))
        }
        var (next, changed): ([String: (favourite: Favourite, content: PersonRow.Content)], Set<String>) = ([:], [])
        for favourite in shown {
            var content = PersonRow.Content()
            content.title = favourite.title
            content.subtitle = favourite.name.isBlank ? "" : favourite.address.shown
            (content.initials, content.number) = (favourite.name.forInitials, favourite.handle.value)
            content.spoken = [content.title, content.subtitle].filter { !$0.isEmpty }.joined(separator: ", ")
            content.canMove = order.isActive && words.isBlank
            if let old = rows[favourite.id], old.content != content { changed.insert(favourite.id) }
            next[favourite.id] = (favourite, content)
        }
        rows = next
        pane.show(shown.map(\.id), changed: changed)
    }

    // MARK: What the user does

    func open(_ id: String) {
        if let favourite = rows[id]?.favourite { pane.open(Person(favourite)) }
    }

    func handle(of id: String) -> Handle? { rows[id]?.favourite.handle.handle }

    func call(_ id: String) {
        guard let favourite = rows[id]?.favourite, let handle = favourite.handle.handle else { return }
        context.place(handle, name: favourite.name)
    }

    private func move(_ id: String, _ steps: Int) {
        guard let favourite = rows[id]?.favourite, pane.search.text.isBlank else { return }
        context.directory.favourites.move(favourite.handle, by: steps, then: context.showProblem)
    }
}
