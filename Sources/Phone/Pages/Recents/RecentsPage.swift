// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import GTK
import PhoneModel
import SDBus
import Translations

/// The page *Recents*: a line for each caller, missed calls, and a search in all past calls.
@MainActor
final class RecentsPage: Page {
    let kind = PhonePage.recents
    let widget: Widget
    private let phone: PhoneContext
    private let pane: ListPane
    private let missed: ToggleButton
    private var list = RecentList(.now)
    /// The lines by id, with what their rows show.
    private var rows: [String: (call: RecentCall, content: PersonRow.Content)] = [:]
    /// The calls that were new when the user opened the page.
    private var new: Set<String> = []
    private var midnight: Later?

    init(_ phone: PhoneContext) throws(InterfaceError) {
        self.phone = phone
        pane = try ListPane(phone, of: .recents, searchFor: Catalogue.text("Search calls"))
        widget = pane.widget
        let builder = try Builder(PackageResources.recents_tools_ui)
        missed = try builder.get("missed")
        pane.add(try builder.get("tools", Widget.self))
        fill(try builder.get("menu"))
        missed.onChange(of: "active") { [weak self] in self?.filter() }
        pane.search.on("search-changed") { [weak self] _ in self?.filter() }
        pane.nearEnd = { [weak self] in self?.send { $0.next() } }
        pane.chosen = { [weak self] in self?.open($0) }
        pane.bind { [weak self] in
            self?.rows[$0]?.content
        } picture: { [weak self] id, row in
            guard let self, let call = rows[id]?.call else { return }
            phone.callers.show(call.handle, in: row.avatar)
        } call: { [weak self] in
            self?.redial($0)
        }
        phone.directory.observe { [weak self] in self?.changed($0) }
        show()
    }

    func appear() {
        phone.directory.want()
        new = []
        refresh()
    }

    func search() -> Bool {
        pane.focusSearch()
        return true
    }

    // MARK: The list

    private func filter() {
        let words = pane.search.text
        if !words.isBlank {
            list.set(.search(String(words.prefix(KeypadText.limit))), .now)
        } else {
            list.set(missed.isActive ? .missed : .all, .now)
        }
        send { $0.next() }
        show()
    }

    private func changed(_ change: DirectoryFollower.Change) {
        switch change {
        case .presence:
            if phone.directory.presence == .running { refresh() } else { show() }
        case .history: refresh()
        case .contacts:
            showRows(isAnew: true)
        case .favourites, .rules: break
        }
    }

    private func refresh() { send { $0.refresh(.now) } }

    private func send(_ request: (inout RecentList) -> RecentList.Request?) {
        guard phone.directory.presence == .running, let request = request(&list) else { return }
        let answer: ([[String: Variant]]?) -> Void = { [weak self] lines in
            guard let self else { return }
            let isCurrent = list.received(lines, for: request)
            if lines != nil { show() }
            if !isCurrent { refresh() }
            if widget.isMapped { markRead() }
        }
        if case .search(let words) = request.filter {
            phone.directory.ask(
                .searchHistory, words, request.options, request.before, request.limit, for: [[String: Variant]].self,
                then: answer)
        } else {
            phone.directory.ask(
                request.method, request.options, request.before, request.limit, for: [[String: Variant]].self,
                then: answer)
        }
    }

    private func show() {
        switch phone.directory.presence {
        // The last known calls stay on the screen while a directory comes back.
        case .absent, .starting: if !list.isLoaded { pane.showLoading() }
        case .unavailable: pane.showUnavailable()
        case .running:
            guard list.isLoaded else { return }
            if !list.calls.isEmpty { return showRows() }
            showNothing()
        }
    }

    private func showNothing() {
        switch list.filter {
        case .search:
            pane.showEmpty(icon: "system-search-symbolic", title: Catalogue.text("No calls found"))
        case .missed: pane.showEmpty(icon: "call-missed-symbolic", title: Catalogue.text("No missed calls"))
        case .all, .caller:
            pane.showEmpty(
                icon: "document-open-recent-symbolic", title: Catalogue.text("No calls yet"),
                description: Catalogue.text("Calls that have ended appear here."))
        }
    }

    private func showRows(isAnew: Bool = false) {
        let (headings, days) = (list.headings(), CallDays.now)
        var next: [String: (call: RecentCall, content: PersonRow.Content)] = [:]
        var changed: Set<String> = []
        for call in list.calls {
            let id = String(call.entry)
            if call.isUnread { new.insert(call.call.uuid) }
            let content = content(call, headings[call.entry] ?? "", days)
            if let old = rows[id], isAnew || old.content != content { changed.insert(id) }
            next[id] = (call, content)
        }
        rows = next
        pane.show(list.calls.map { String($0.entry) }, changed: changed)
        if midnight == nil { waitForMidnight(days) }
    }

    /// The headings name days, so they change at midnight.
    private func waitForMidnight(_ days: CallDays) {
        midnight = Later(milliseconds: days.untilMidnight) { [weak self] in
            self?.midnight = nil
            self?.refresh()
            return false
        }
    }

    private func content(_ call: RecentCall, _ heading: String, _ days: CallDays) -> PersonRow.Content {
        var content = PersonRow.Content()
        (content.heading, content.title, content.subtitle) = (heading, call.title, call.subtitle)
        (content.icon, content.time) = (call.icon, days.time(of: call.call.startedAt))
        (content.initials, content.spoken) = (call.initials, call.spoken(days))
        content.isNew = new.contains(call.call.uuid)
        content.isMissed = call.isMissed
        content.canCall = call.handle != .none
        return content
    }

    // MARK: What the user does

    private func open(_ id: String) {
        guard let call = rows[id]?.call else { return }
        pane.open(Person(call), canRemove: true)
    }

    private func redial(_ id: String) {
        guard let call = rows[id]?.call, let handle = call.handle.handle else { return }
        phone.place(handle, name: call.call.callerName, video: call.call.flag(.hasVideo))
    }

    /// The user has seen the missed calls when the page shows them in the window with the focus.
    private func markRead() {
        guard phone.directory.unreadMissed > 0, widget.window?.isActive == true else { return }
        let filter = [String: Variant]([.missed: .bool(true), .unread: .bool(true)])
        phone.directory.ask(.listHistory, filter, UInt64(0), UInt32(1_000), for: [[String: Variant]].self) {
            [weak self] lines in
            let entries = (lines ?? []).map { Int64(clamping: $0.time(.entry)) }
            if !entries.isEmpty { self?.phone.directory.change(.markRead, entries) { _ in } }
        }
    }

    private func fill(_ button: MenuButton) {
        let menu = Menu()
        let name = "clear-recents"
        menu.append(Catalogue.text("Remove Missed Calls…"), action: "app." + name, target: "missed")
        menu.append(Catalogue.text("Remove All Calls…"), action: "app." + name, target: "all")
        phone.application.addTextAction(name) { [weak self] in self?.clear(onlyMissed: $0 == "missed") }
        button.show(menu)
    }

    private func clear(onlyMissed: Bool) {
        let dialog = MessageDialog(
            parent: widget.window,
            heading: onlyMissed ? Catalogue.text("Remove all missed calls?") : Catalogue.text("Remove all calls?"),
            body: Catalogue.text("The calls are removed from the history for ever."))
        dialog.add("cancel", Catalogue.text("Cancel"))
        dialog.add("remove", Catalogue.text("Remove"), .destructive)
        dialog.set(close: "cancel")
        dialog.onAnswer { [weak self] answer in
            guard answer == "remove" else { return }
            let filter = onlyMissed ? [String: Variant]([.missed: .bool(true)]) : [:]
            self?.phone.directory.change(.clearHistory, filter) { problem in
                if let problem { self?.phone.tell(problem) }
            }
        }
        dialog.present()
    }
}
