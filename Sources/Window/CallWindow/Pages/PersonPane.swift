// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// One person: all numbers and addresses, the past calls with them, and what the user can do about them.
@MainActor
final class PersonPane {
    let widget: Widget
    /// The user goes back to the list.
    var close: () -> Void = {}
    private let context: CallWindowContext
    private let back: Button
    private let avatar: Avatar
    private let title: Label
    private let subtitle: Label
    private let addresses: ListBox
    private let addContact: Button
    private let blockButton: Button
    private let remove: Button
    private let history: PersonHistory
    private var person: Person?
    private var rows: [AddressRow] = []
    private var rules: CallerRules?
    /// Only calls that are in the list of recent calls can be removed from it.
    private var canRemove = false

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.person_pane_ui)
        (widget, back, avatar) = (try builder.get("pane"), try builder.get("close"), try builder.get("avatar"))
        (title, subtitle) = (try builder.get("title"), try builder.get("subtitle"))
        (addresses, addContact) = (try builder.get("addresses"), try builder.get("add"))
        (blockButton, remove) = (try builder.get("block"), try builder.get("remove"))
        history = try PersonHistory(builder, context)
        back.onClick { [weak self] in self?.close() }
        addContact.onClick { [weak self] in self?.keepNumber() }
        blockButton.onClick { [weak self] in self?.toggleBlock() }
        remove.onClick { [weak self] in self?.removeCalls() }
        context.directory.observe { [weak self] in self?.changed($0) }
    }

    /// The pane covers the list. Beside the list, its button closes it.
    var isAlone = false {
        didSet {
            back.show(icon: isAlone ? "go-previous-symbolic" : "window-close-symbolic")
            back.setName(isAlone ? Catalogue.text("Back") : Catalogue.text("Close Details"))
        }
    }

    func show(_ new: Person, canRemove: Bool) {
        self.canRemove = canRemove
        guard new != person else { return load() }
        person = new
        title.text = new.title
        subtitle.text = new.source.shown
        subtitle.isVisible = !new.source.isBlank
        addContact.isVisible = new.source.isEmpty && !new.addresses.isEmpty
        remove.isVisible = canRemove
        avatar.show(name: new.name.forInitials, number: new.number)
        load(picture: new.picture)
        showAddresses(of: new)
        rules = nil
        blockButton.isVisible = false
        load()
    }

    private func showAddresses(of person: Person) {
        rows = person.addresses.compactMap(row)
        addresses.rows = rows.map(\.widget)
        addresses.isVisible = !rows.isEmpty
    }

    func clear() {
        person = nil
        history.show([])
    }

    /// The button that most users want is the first one to press.
    func focus() {
        if let row = rows.first { row.focus() } else { back.grabFocus() }
    }

    private func row(_ address: ContactAddress) -> AddressRow? {
        guard let row = try? AddressRow(address) else { return nil }
        row.call = { [weak self] in
            guard let self else { return }
            context.place(address.handle, name: person?.name ?? "")
        }
        row.setFavourite = { [weak self, weak row] in if let row { self?.setFavourite($0, row) } }
        return row
    }

    private func load(picture: String) {
        guard let person else { return }
        context.directory.pictures.load(picture) { [weak self] picture in
            guard let self, self.person == person else { return }
            avatar.show(name: person.name.forInitials, number: person.number, picture)
        }
    }

    // MARK: From the directory

    private func changed(_ change: DirectoryFollower.Change) {
        guard person != nil else { return }
        switch change {
        case .presence, .contacts: load()
        case .history: history.refresh()
        case .favourites: loadFavourites()
        case .rules: loadRules()
        case .unread, .apps: break
        }
    }

    private func load() {
        guard let person else { return }
        history.show(person.addresses.isEmpty && canRemove ? [.none] : person.addresses.map(\.handle.wire))
        if person.source.isEmpty { loadContact(of: person) }
        loadFavourites()
        loadRules()
        for row in rows {
            context.directory.client?.lookUp(row.address.handle.wire) { [weak self] facts in
                guard let self, let facts = facts.map(AddressFacts.init), rows.contains(where: { $0 === row }) else {
                    return
                }
                row.show(facts)
                if facts.isContact { addContact.isVisible = false }
                if person.picture.isEmpty { load(picture: facts.picture) }
            }
        }
    }

    /// A recent call and a favourite have one number. The contact may have more, which are behind it then.
    private func loadContact(of person: Person) {
        guard !person.name.isBlank, let own = person.addresses.first else { return }
        let options = [String: Variant]([.purpose: .string(SearchPurpose.contact.rawValue)])
        context.directory.ask(.search, person.name, UInt32(20), options, for: [[String: Variant]].self) {
            [weak self] contacts in
            guard let self, self.person == person else { return }
            let contact = contacts?.map(Person.init(contact:)).first { $0.addresses.contains(where: own.isSame) }
            guard let contact, contact.addresses.count > 1 else { return }
            let whole = person.with(contact)
            guard whole != person else { return }
            let hadFocus = rows.first?.hasFocus == true
            self.person = whole
            showAddresses(of: whole)
            if hadFocus { focus() }
            load()
        }
    }

    private func loadFavourites() {
        let rows = rows
        context.directory.favourites.contains(rows.map(\.address.handle.wire)) { favourites in
            for (row, isFavourite) in zip(rows, favourites ?? []) { row.show(isFavourite: isFavourite) }
        }
    }

    private func loadRules() {
        guard let person else { return }
        CallerRules.load(person.addresses.map(\.handle.wire), context.directory) { [weak self] rules in
            guard let self, self.person == person, let rules else { return }
            self.rules = rules
            blockButton.isVisible = !person.addresses.isEmpty
            blockButton.show(label: rules.isBlocked ? Catalogue.text("Unblock") : Catalogue.text("Block"))
        }
    }

    // MARK: What the user does

    private func setFavourite(_ isFavourite: Bool, _ row: AddressRow) {
        context.directory.favourites.set(isFavourite, row.address.handle.wire, name: person?.name ?? "") {
            [weak self, weak row] problem in
            guard let problem else { return }
            row?.show(isFavourite: !isFavourite)
            self?.context.showToast(problem)
        }
    }

    private func toggleBlock() {
        guard let rules else { return }
        rules.setBlocked(!rules.isBlocked, context.directory, then: context.showProblem)
    }

    private func keepNumber() {
        guard let person, let address = person.addresses.first else { return }
        context.addContact(name: person.name, address.handle)
    }

    private func removeCalls() {
        guard let person else { return }
        let dialog = MessageDialog(
            parent: widget.window, heading: Catalogue.text("Remove these calls?"),
            body: Catalogue.text("All calls with %s are removed from the recent calls.", person.title.quoted),
            cancel: Catalogue.text("Cancel"), agree: Catalogue.text("Remove"), isDangerous: true)
        dialog.onAgreement { [weak self] in self?.removeAll(of: person) }
        dialog.present()
    }

    private func removeAll(of person: Person) {
        let handles = person.addresses.isEmpty ? [.none] : person.addresses.map(\.handle.wire)
        for handle in handles {
            context.directory.change(.clearHistory, [String: Variant]([.handle: handle.variant])) {
                [weak self] problem in
                if let problem { self?.context.showToast(problem) } else { self?.close() }
            }
        }
    }
}

/// The past calls with one person, the newest first.
@MainActor
final class PersonHistory {
    private let context: CallWindowContext
    private let group: PreferencesGroup
    private let more: Button
    /// A list for each number or address.
    private var lists: [WireHandle: RecentList] = [:]
    /// How many calls are shown at most.
    private var limit = first
    private static let first = 20

    init(_ builder: Builder, _ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        (group, more) = (try builder.get("history"), try builder.get("more"))
        more.onClick { [weak self] in self?.showMore() }
    }

    func show(_ handles: [WireHandle]) {
        limit = Self.first
        lists = [:]
        for handle in handles {
            lists[handle] = RecentList(.now, .caller(handle))
            ask(handle)
        }
        if handles.isEmpty { showRows() }
    }

    func refresh() {
        for handle in lists.keys { send(lists[handle]?.refresh(.now), for: handle) }
    }

    private func ask(_ handle: WireHandle) { send(lists[handle]?.next(), for: handle) }

    private func send(_ request: RecentList.Request?, for handle: WireHandle) {
        guard let request else { return }
        context.directory.ask(
            .listHistory, request.options, request.before, request.limit, for: [[String: Variant]].self
        ) { [weak self] lines in
            guard let self, let isCurrent = lists[handle]?.received(lines, for: request) else { return }
            if !isCurrent { return refresh() }
            showRows()
        }
    }

    private func showMore() {
        limit += RecentList.page
        showRows()
        for (handle, list) in lists where !list.isComplete && list.calls.count < limit { ask(handle) }
    }

    private func showRows() {
        let calls = lists.values.flatMap(\.calls).sorted { $0.entry > $1.entry }
        group.rows = calls.prefix(limit).map(row)
        group.isVisible = !calls.isEmpty
        more.isVisible = calls.count > limit || lists.values.contains { !$0.isComplete && $0.isLoaded }
    }

    private func row(_ call: RecentCall) -> ActionRow {
        let words = [call.outcomeWords, call.call.providerName.shown].filter { !$0.isBlank }
        let row = ActionRow(title: CallDays.now.moment(call.call.startedAt), subtitle: words.joined(separator: " · "))
        let icon = Image(icon: call.icon)
        if call.isMissed { icon.style("error") }
        row.prefix(icon)
        let duration = Label(text: call.duration)
        duration.style("dim-label")
        duration.style("numeric")
        row.suffix(duration)
        return row
    }
}
