// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The page *Recents*: all past calls or the missed ones in the order of time, and a search in them.
@MainActor
final class RecentsPage: ListPage {
    let context: CallWindowContext
    let pane: ListPane
    private let missed: ToggleButton
    private var list = RecentList(.now)
    /// The lines by id.
    private var rows: [String: Line] = [:]
    /// The calls that were new when the user opened the page.
    private var new: Set<String> = []
    private var midnight: Later?
    /// The day that the rows call today.
    private var today = CallDays.now.today
    private var followsWindow = false
    /// Rows that stay the same must be written again.
    private var areTextsOld = false
    /// nil for a user who has calls.
    private var firstStart: FirstStart?

    /// What a row depends on. Its texts are made when it becomes visible.
    private struct Line: Hashable {
        let call: RecentCall
        let heading: String
        let isNew: Bool
    }

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        pane = try ListPane(context, of: .recents, searchFor: Catalogue.text("Search calls"))
        let builder = try Builder(PackageResources.recents_tools_ui)
        missed = try builder.get("missed")
        pane.add(try builder.get("tools", Widget.self))
        fill(try builder.get("menu"))
        missed.onChange(of: "active") { [weak self] in self?.filter() }
        pane.nearEnd = { [weak self] in self?.send { $0.next() } }
        pane.bind { [weak self] in
            self?.content($0)
        } picture: { [weak self] id, row in
            guard let self, let call = rows[id]?.call else { return }
            context.callers.show(call.handle, in: row.avatar)
            context.icons.show(call.call.provider, in: row.badge)
        } call: { [weak self] in
            self?.call($0)
        }
        context.icons.observe { [weak self] in self?.showAnew() }
        // A call was in front of the page.
        widget.on("map") { [weak self] _ in self?.markRead() }
        connect()
    }

    func appear() {
        followWindow()
        new = []
        appearAnew()
        markRead()
    }

    // MARK: The list

    var isLoaded: Bool { list.isLoaded }

    func filter() {
        let words = pane.search.text
        if !words.isBlank {
            list.set(.search(String(words.prefix(KeypadText.limit))), .now)
        } else {
            list.set(missed.isActive ? .missed : .all, .now)
        }
        send { $0.next() }
        show()
    }

    func changed(_ change: DirectoryFollower.Change) {
        switch change {
        case .history: load()
        case .contacts:
            // The lines have the use of the number in the address books, and the form of the user's country.
            areTextsOld = true
            load()
        // The count of missed calls may come after the lines.
        case .unread: markRead()
        case .presence, .favourites, .rules, .apps: break
        }
    }

    func load() { send { $0.refresh(.now) } }

    private func send(_ request: (inout RecentList) -> RecentList.Request?) {
        guard context.directory.presence == .running, let request = request(&list) else { return }
        let answer: (Result<[[String: Variant]], BusError>) -> Void = { [weak self] lines in
            guard let self else { return }
            let isCurrent = list.received(try? lines.get(), for: request)
            show(lines)
            if !isCurrent { load() }
            markRead()
        }
        if case .search(let words) = request.filter {
            context.directory.read(
                .searchHistory, words, request.options, request.before, request.limit, for: [[String: Variant]].self,
                then: answer)
        } else {
            context.directory.read(
                request.method, request.options, request.before, request.limit, for: [[String: Variant]].self,
                then: answer)
        }
    }

    /// Other texts belong to the same calls.
    private func showAnew() {
        areTextsOld = true
        show()
    }

    func showContents() {
        if list.calls.isEmpty { showNothing() } else { showRows() }
    }

    private func showNothing() {
        switch list.filter {
        case .search:
            pane.showEmpty(icon: "system-search-symbolic", title: Catalogue.text("No calls found"))
        case .missed: pane.showEmpty(icon: "call-missed-symbolic", title: Catalogue.text("No missed calls"))
        case .all where showFirstStart(): break
        case .all, .caller:
            pane.showEmpty(
                icon: "document-open-recent-symbolic", title: Catalogue.text("No calls yet"),
                description: Catalogue.text("Calls that have ended appear here."))
        }
    }

    /// Shows what a new user needs in place of an empty list. False for a user who has gone past it.
    private func showFirstStart() -> Bool {
        guard !FirstStart.isOver else { return false }
        let isNew = firstStart == nil
        if isNew {
            firstStart = context.make(
                "cannot show the first start", try FirstStart(context) { [weak self] in self?.show() })
        }
        guard let firstStart else { return false }
        pane.showAlone(isNew ? firstStart.widget : nil)
        return true
    }

    private func showRows() {
        FirstStart.leave()
        let headings = list.headings()
        var next: [String: Line] = [:]
        var changed: Set<String> = []
        for call in list.calls {
            let id = String(call.entry)
            if call.isUnread { new.insert(call.call.uuid) }
            let line = Line(
                call: call, heading: headings[call.entry] ?? "", isNew: new.contains(call.call.uuid))
            if let old = rows[id], areTextsOld || old != line { changed.insert(id) }
            next[id] = line
        }
        (rows, areTextsOld) = (next, false)
        pane.show(list.calls.map { String($0.entry) }, changed: changed)
        today = CallDays.now.today
        if midnight == nil { waitForMidnight() }
    }

    /// The rows name days, so they change at midnight.
    private func waitForMidnight() {
        midnight = Later(milliseconds: CallDays.now.untilMidnight) { [weak self] in self?.showNewDay() }
    }

    private func showNewDay() {
        midnight = nil
        load()
        showAnew()
    }

    /// The time to midnight stops while the computer sleeps, so the rows are compared with the day when the user comes
    /// back.
    private func followWindow() {
        guard !followsWindow, let window = widget.window else { return }
        followsWindow = true
        window.onChange(of: "is-active") { [weak self] in
            guard let self else { return }
            if today != CallDays.now.today {
                showNewDay()
            } else {
                markRead()
            }
        }
    }

    private func content(_ id: String) -> PersonRow.Content? {
        guard let line = rows[id] else { return nil }
        let (call, days) = (line.call, CallDays.now)
        var content = PersonRow.Content()
        (content.heading, content.title, content.subtitle) = (line.heading, call.title, call.subtitle)
        (content.count, content.number, content.provider) = (call.countText, call.handle.value, call.call.provider)
        (content.icon, content.time) = (call.icon, days.time(of: call.call.startedAt))
        (content.initials, content.spoken) = (call.initials, call.spoken(days))
        content.isNew = line.isNew
        content.isMissed = call.isMissed
        content.canCall = call.handle != .none
        return content
    }

    // MARK: What the user does

    func open(_ id: String) {
        guard let call = rows[id]?.call else { return }
        pane.open(Person(call), canRemove: true)
    }

    func handle(of id: String) -> Handle? { rows[id]?.call.handle.handle }

    func call(_ id: String) {
        guard let call = rows[id]?.call, let handle = call.handle.handle else { return }
        context.place(handle, name: call.call.callerName, video: call.call.flag(.hasVideo))
    }

    /// The user has seen the missed calls when the page shows them in the window with the focus. Each event after which
    /// that may be true comes here.
    private func markRead() {
        guard context.directory.unreadMissed > 0, isLoaded, widget.isMapped, widget.window?.isActive == true else {
            return
        }
        let filter = [String: Variant]([.missed: .bool(true), .unread: .bool(true)])
        context.directory.ask(.listHistory, filter, UInt64(0), UInt32(1_000), for: [[String: Variant]].self) {
            [weak self] lines in
            let entries = (lines ?? []).map { Int64(clamping: $0.time(.entry)) }
            if !entries.isEmpty { self?.context.directory.change(.markRead, entries) { _ in } }
        }
    }

    private func fill(_ button: MenuButton) {
        let menu = Menu()
        let name = "clear-recents"
        menu.append(Catalogue.text("Remove Missed Calls…"), action: "app." + name, target: "missed")
        menu.append(Catalogue.text("Remove All Calls…"), action: "app." + name, target: "all")
        context.application.addTextAction(name) { [weak self] in self?.clear(onlyMissed: $0 == "missed") }
        button.show(menu)
        button.nameItems()
    }

    private func clear(onlyMissed: Bool) {
        let dialog = MessageDialog(
            parent: widget.window,
            heading: onlyMissed ? Catalogue.text("Remove all missed calls?") : Catalogue.text("Remove all calls?"),
            body: Catalogue.text("The calls are removed from the history for ever."),
            cancel: Catalogue.text("Cancel"), agree: Catalogue.text("Remove"), isDangerous: true)
        dialog.onAgreement { [context] in
            let filter = onlyMissed ? [String: Variant]([.missed: .bool(true)]) : [:]
            context.directory.change(.clearHistory, filter, then: context.showProblem)
        }
        dialog.present()
    }
}
