// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The controller of a page of the main window. It is made once, when the window opens.
@MainActor
protocol Page: AnyObject {
    /// The root of its .ui file.
    var widget: Widget { get }

    /// The page becomes visible, or the user asks for it again.
    func appear()
    /// The user wants to search (Control+F).
    func search()
}

/// A page that shows a list of the directory: what it shows while the directory is away, and its search.
@MainActor
protocol ListPage: Page {
    var context: CallWindowContext { get }
    var pane: ListPane { get }
    /// Whether the directory has answered.
    var isLoaded: Bool { get }

    /// Asks the directory for what the page shows.
    func load()
    /// The user has changed the text of the search.
    func filter()
    /// The user chooses a row, by its id.
    func open(_ id: String)
    /// The number or address that a row calls or copies; nil = none, or a choice.
    func handle(of id: String) -> Handle?
    /// The user calls from a row.
    func call(_ id: String)
    /// The directory has changed, and has not come or left.
    func changed(_ change: DirectoryFollower.Change)
    /// Shows what the directory has answered.
    func showContents()
}

extension ListPage {
    var widget: Widget { pane.widget }

    func search() { pane.focusSearch() }

    /// Connects the page with its list and with the directory, and asks for what it shows: the answer to the first page
    /// comes while the first frame is drawn.
    func connect() {
        pane.search.on("search-changed") { [weak self] _ in self?.filter() }
        pane.chosen = { [weak self] in self?.open($0) }
        pane.onMenu { [weak self] id, row in self?.showMenu(of: id, at: row) }
        context.directory.observe { [weak self] change in
            guard let self else { return }
            guard change == .presence else { return changed(change) }
            if context.directory.presence == .running { load() } else { show() }
        }
        if context.directory.presence == .running { load() }
        show()
    }

    /// The page becomes visible. At first its answer is on its way, or has come.
    func appearAnew() {
        let wasVisible = pane.hasAppeared
        pane.appear()
        if wasVisible { load() } else { show() }
    }

    private func showMenu(of id: String, at row: Widget) {
        var items: [(label: String, body: @MainActor () -> Void)] = [
            (Catalogue.text("Details"), { [weak self] in self?.open(id) })
        ]
        if let handle = handle(of: id) {
            items.insert((Catalogue.text("Call"), { [weak self] in self?.call(id) }), at: 0)
            items.append((Catalogue.text("Copy Number"), { [weak self] in self?.widget.copy(handle.value) }))
        }
        row.showMenu(Catalogue.text("Menu"), items)
    }

    /// The last known rows stay on the screen while a directory comes back.
    func show() {
        switch context.directory.presence {
        case .absent, .starting: if !isLoaded { pane.showLoading() }
        case .unavailable: if !isLoaded { pane.showUnavailable() }
        // Before the first frame rows would only delay it.
        case .running: if isLoaded, pane.hasAppeared { showContents() }
        }
    }

    /// The directory has answered. The page shows an error only if it shows nothing else.
    func show(_ answer: Result<[[String: Variant]], BusError>) {
        guard case .failure(let error) = answer else { return show() }
        if !isLoaded { pane.showEmpty(icon: "dialog-warning-symbolic", title: DirectoryWords.text(error)) }
    }
}

/// A list of people with a search, and beside it, or in front of it in a narrow window, the person that the user has
/// chosen.
@MainActor
final class ListPane {
    let widget: Leaflet
    let search: Entry
    let ids = IDList()
    private let context: CallWindowContext
    /// nil until the first person is open: a page appears without it.
    private var person: PersonPane?
    private let listSide: Widget
    private let personSide: Bin
    private let separator: Widget
    private let tools: Bin
    private let list: ListView
    private let states: Stack
    private let empty: StatusPage
    /// The end of the list is near: more rows are wanted.
    var nearEnd: () -> Void = {}
    /// The user chooses a row, by its id.
    var chosen: (String) -> Void = { _ in }
    /// The user moves a row by one place, down if the number is positive.
    var move: (String, Int) -> Void = { _, _ in }
    private var isAsking = false
    private(set) var hasAppeared = false
    private let starter: DirectoryStarter

    init(_ context: CallWindowContext, of page: CallWindowPage, searchFor placeholder: String) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.list_pane_ui)
        (widget, listSide, personSide) = (
            try builder.get("leaflet"), try builder.get("list-side"), try builder.get("person-side")
        )
        (separator, tools, search) = (try builder.get("separator"), try builder.get("tools"), try builder.get("search"))
        (list, states, empty) = (try builder.get("list"), try builder.get("states"), try builder.get("empty"))
        starter = DirectoryStarter(context.directory, of: widget)
        search.set("placeholder-text", placeholder)
        search.setAccessibleName(placeholder)
        list.setAccessibleName(page.title)
        list.onActivate { [weak self] place in
            guard let self, ids.ids.indices.contains(place) else { return }
            chosen(ids.ids[place])
        }
        widget.onChange(of: "folded") { [weak self] in self?.showSides() }
        // The user swipes, or presses the key for back.
        widget.onChange(of: "visible-child") { [weak self] in self?.showSides() }
        list.onScroll { [weak self] in self?.askForMore() }
        list.leaveWithTab()
    }

    /// Calls `body` with the id of a row and its widget when the user wants its menu.
    func onMenu(_ body: @escaping @MainActor (String, Widget) -> Void) { list.onMenu(body) }

    /// Shows rows. `content` makes the text of a row from its id; nil = the id is gone.
    func bind(
        _ content: @escaping @MainActor (String) -> PersonRow.Content?,
        picture: @escaping @MainActor (String, PersonRow) -> Void, call: @escaping @MainActor (String) -> Void
    ) {
        list.show(ids) { [weak self] in
            self?.makeRow()
        } bind: { [weak self] row, id in
            guard let self, let content = content(id) else { return }
            row.call = { call(id) }
            row.move = { [weak self] in self?.move(id, $0) }
            row.show(content)
            picture(id, row)
        }
    }

    private func makeRow() -> PersonRow? { context.make("cannot show a row", try PersonRow()) }

    /// More rows are wanted before the user comes to the end. At the top only as many as the window shows: GTK works on
    /// all rows when the first one changes.
    private var wantsMore: Bool { list.pagesBelow < (list.isAtTop ? 0.25 : 3) }

    private func askForMore() {
        guard !isAsking, wantsMore else { return }
        isAsking = true
        // The list must not change while it is laid out.
        Later.idle { [weak self] in
            guard let self else { return }
            isAsking = false
            // Between an answer and the layout of its rows the list knows too little of itself.
            if wantsMore { nearEnd() }
        }
    }

    /// The page of the pane becomes visible.
    func appear() {
        hasAppeared = true
        starter.appear()
    }

    /// Shows these rows; `changed` are those with the same id and other contents.
    func show(_ new: [String], changed: Set<String> = []) {
        list.refresh(changed)
        let wasAtTop = list.isAtTop
        let isOther = new.first != ids.ids.first
        ids.set(new)
        if wasAtTop, isOther, !new.isEmpty { list.scrollToTop() }
        states.page = "list"
        showTools(true)
    }

    func showEmpty(icon: String, title: String, description: String = "") {
        empty.show(icon: icon, title: title, description: description)
        states.page = "empty"
        showTools(true)
    }

    /// No directory runs, and none can be started.
    func showUnavailable() {
        showEmpty(
            icon: "dialog-warning-symbolic", title: Catalogue.text("The directory does not run"),
            description: Catalogue.text(
                "Install monkeycall-directory to see recent calls, contacts and favourites. The keypad works without it."
            ))
    }

    /// Shows a widget in place of the list, the search and the tools; nil = the last widget.
    func showAlone(_ widget: Widget?) {
        if let widget { states.add(widget, name: "alone") }
        states.page = "alone"
        showTools(false)
    }

    private func showTools(_ isVisible: Bool) {
        search.isVisible = isVisible
        tools.isVisible = isVisible && tools.child != nil
    }

    /// Nothing is known yet. A spinner would flash for a moment.
    func showLoading() { states.page = "loading" }

    func add(_ tools: Widget) {
        self.tools.child = tools
        self.tools.isVisible = true
    }

    // MARK: The person

    func open(_ person: Person, canRemove: Bool = false) {
        makePerson()
        self.person?.show(person, canRemove: canRemove)
        (personSide.isVisible, separator.isVisible) = (true, true)
        widget.show(personSide)
        showSides()
        self.person?.focus()
    }

    private func makePerson() {
        guard person == nil, let pane = context.make("cannot show a person", try PersonPane(context)) else { return }
        pane.close = { [weak self] in self?.leavePerson() }
        pane.widget.onEscape { [weak self] in
            self?.leavePerson()
            return true
        }
        personSide.child = pane.widget
        person = pane
    }

    /// Goes back to the list, with the focus on the row of the person.
    private func leavePerson() {
        closePerson()
        list.focusRow()
    }

    private func closePerson() {
        widget.show(listSide)
        (personSide.isVisible, separator.isVisible) = (false, false)
        person?.clear()
    }

    private func showSides() { person?.isAlone = widget.isFolded }

    func focusSearch() {
        if widget.isFolded { closePerson() }
        search.grabFocus()
    }
}
