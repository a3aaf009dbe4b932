// SPDX-License-Identifier: MIT

import GTK
import SDBus

/// A page that shows a list of the directory: what it shows while the directory is away, and its search.
@MainActor
protocol ListPage: Page {
    var phone: PhoneContext { get }
    var pane: ListPane { get }
    /// Whether the directory has answered.
    var isLoaded: Bool { get }

    /// Asks the directory for what the page shows.
    func load()
    /// The user has changed the text of the search.
    func filter()
    /// The user chooses a row, by its id.
    func open(_ id: String)
    /// The directory has changed, and has not come or left.
    func changed(_ change: DirectoryFollower.Change)
    /// Shows what the directory has answered.
    func showContents()
}

extension ListPage {
    var widget: Widget { pane.widget }

    func search() -> Bool {
        pane.focusSearch()
        return true
    }

    /// Connects the page with its list and with the directory, and shows what is known.
    func connect() {
        pane.search.on("search-changed") { [weak self] _ in self?.filter() }
        pane.chosen = { [weak self] in self?.open($0) }
        phone.directory.observe { [weak self] change in
            guard let self else { return }
            guard change == .presence else { return changed(change) }
            if phone.directory.presence == .running { load() } else { show() }
        }
        show()
    }

    /// The last known rows stay on the screen while a directory comes back.
    func show() {
        switch phone.directory.presence {
        case .absent, .starting: if !isLoaded { pane.showLoading() }
        case .unavailable: if !isLoaded { pane.showUnavailable() }
        case .running: if isLoaded { showContents() }
        }
    }

    /// The directory has answered with an error.
    func show(_ error: BusError) {
        if !isLoaded { pane.showProblem(error) }
    }
}
