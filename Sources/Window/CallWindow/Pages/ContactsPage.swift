// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The page *Contacts*: all contacts of the address books, and a search in any script.
@MainActor
final class ContactsPage: ListPage {
    let context: CallWindowContext
    let pane: ListPane
    private var list = ContactList()
    private var contents: [PersonRow.Content] = []

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        pane = try ListPane(context, of: .contacts, searchFor: Catalogue.text("Search contacts"))
        pane.nearEnd = { [weak self] in
            guard let self else { return }
            send(list.next())
        }
        pane.bind { [weak self] id in
            self?.contact(id) == nil ? nil : Int(id).flatMap { self?.contents[$0] }
        } picture: { [weak self] id, row in
            guard let self, let contact = contact(id), !contact.picture.isEmpty else { return }
            row.avatar.show(picture: contact.picture, from: context.directory.pictures)
        } call: { [weak self] in
            self?.call($0)
        }
        connect()
    }

    func appear() {
        pane.appear()
        show()
    }

    /// The ids are places in the list.
    private func contact(_ id: String) -> Person? {
        Int(id).flatMap { list.contacts.indices.contains($0) ? list.contacts[$0] : nil }
    }

    // MARK: The list

    var isLoaded: Bool { list.isLoaded }

    func filter() {
        let words = pane.search.text
        list.set(words.isBlank ? "" : String(words.prefix(KeypadText.limit)))
        send(list.next())
    }

    func changed(_ change: DirectoryFollower.Change) {
        // The pictures of the old rows are not valid any more.
        if change == .contacts { load() }
    }

    func load() { send(list.refresh()) }

    private func send(_ request: ContactList.Request?) {
        guard context.directory.presence == .running, let request else { return }
        context.directory.read(.search, request.text, request.limit, request.options, for: [[String: Variant]].self) {
            [weak self] contacts in
            guard let self else { return }
            list.received(try? contacts.get(), for: request)
            show(contacts)
        }
    }

    func showContents() {
        if !list.contacts.isEmpty { return showRows() }
        if list.text.isEmpty {
            pane.showEmpty(
                icon: "avatar-default-symbolic", title: Catalogue.text("No contacts"),
                description: Catalogue.text("The contacts of your address books appear here."))
        } else {
            pane.showEmpty(icon: "system-search-symbolic", title: Catalogue.text("No contacts found"))
        }
    }

    private func showRows() {
        let headings = list.headings()
        let new = list.contacts.enumerated().map { place, contact in
            var content = PersonRow.Content()
            (content.title, content.subtitle) = (contact.title, contact.subtitle)
            content.heading = headings[place] ?? ""
            (content.initials, content.number) = (contact.name.forInitials, contact.number)
            content.spoken = [contact.title, contact.subtitle].filter { !$0.isEmpty }.joined(separator: ", ")
            content.canCall = contact.addresses.contains(where: \.canBeCalled)
            return content
        }
        let changed = new.indices.filter { !contents.indices.contains($0) || contents[$0] != new[$0] }
        contents = new
        pane.show(new.indices.map(String.init), changed: Set(changed.map(String.init)))
    }

    // MARK: What the user does

    func open(_ id: String) {
        if let contact = contact(id) { pane.open(contact) }
    }

    func handle(of id: String) -> Handle? { contact(id)?.only?.handle }

    /// Calls the only number. If there are several, the user chooses.
    func call(_ id: String) {
        guard let contact = contact(id) else { return }
        guard let only = contact.only else { return pane.open(contact) }
        context.place(only.handle, name: contact.name)
    }
}
