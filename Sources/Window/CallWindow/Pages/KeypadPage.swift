// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The page *Keypad*: dials a number in any format, and finds contacts by letters, by the keys that have their letters,
/// and by the beginning of a number.
@MainActor
final class KeypadPage: Page {
    let widget: Widget
    private let context: CallWindowContext
    private let entry: Entry
    private let group: Widget
    private let hint: Label
    private let match: Button
    private let matchText: Label
    private let stack: Stack
    private let backspace: Button
    private let callButton: Button
    private let people: KeypadPeople
    private let line: KeypadLine
    private let starter: DirectoryStarter
    /// What the directory knows about the number of the text, once it has sent it.
    private var known: Known?
    /// The user wants to see the contacts that the digits may mean, in place of the keys.
    private var showsPeople = false

    private struct Known {
        let text: KeypadText
        /// The canonical form.
        let handle: Handle
        let formatted: String
        let country: String
    }

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.keypad_ui)
        (widget, entry, hint) = (try builder.get("page"), try builder.get("entry"), try builder.get("hint"))
        (group, match, matchText) = (try builder.get("group"), try builder.get("match"), try builder.get("match-text"))
        (stack, backspace, callButton) = (
            try builder.get("stack"), try builder.get("backspace"), try builder.get("call")
        )
        people = KeypadPeople(try builder.get("people"), context)
        line = try KeypadLine(builder, context)
        starter = DirectoryStarter(context.directory, of: widget)
        let keys: Grid = try builder.get("keys")
        keys.keepLeftToRight()
        for (key, id) in TonePad.keys {
            let button: Button = try builder.get("key-" + id)
            button.onClick { [weak self] in self?.entry.insert(String(key)) }
            if key == "0" { button.onLongPress { [weak self] in self?.entry.insert("+") } }
        }
        backspace.onClick { [weak self] in self?.deleteBackwards() }
        backspace.onLongPress { [weak self] in self?.entry.text = "" }
        callButton.onClick { [weak self] in self?.call() }
        entry.onActivate { [weak self] in self?.call() }
        entry.onChange { [weak self] in self?.changed() }
        match.onClick { [weak self] in self?.takeMatch() }
        line.chosen = { [weak self] in self?.entry.takeFocus() }
        people.changed = { [weak self] in self?.showHint() }
        changed()
    }

    func appear() {
        starter.appear()
        entry.takeFocus()
    }

    func search() { entry.grabFocus() }

    private var text: KeypadText { KeypadText(entry.text) }
    private var registry: Registry { context.calls.registry }

    private func deleteBackwards() {
        entry.deleteBackwards()
        entry.takeFocus()
    }

    // MARK: The text

    private func changed() {
        let text = text
        // Only a text that was pasted, or typed with another keyboard, is written in another way.
        if text.text != entry.text {
            Later.idle { [weak self] in
                guard let self, KeypadText(entry.text) == text, entry.text != text.text else { return }
                entry.text = text.text
                entry.moveCursorToEnd()
            }
        }
        backspace.isSensitive = !entry.text.isEmpty
        showsPeople = false
        people.search(registry.mayBecomeEmergency(text) ? nil : text.search)
        showParts()
        normalize(text)
        showHint()
        line.show(text.handle)
    }

    /// Asks how people write the number. The call does not wait for the answer.
    private func normalize(_ text: KeypadText) {
        guard known?.text != text else { return }
        known = nil
        hint.text = ""
        guard let handle = text.handle, handle.kind == .phoneNumber, !registry.dialsAsIs(text) else { return }
        context.directory.ask(.normalize, handle.wire.value, "", for: [String: Variant].self, quietly: true) {
            [weak self] number in
            guard let self, self.text == text, let number,
                let canonical = number[.handle].flatMap({ WireHandle($0) })?.handle, canonical.kind == .phoneNumber
            else { return }
            known = Known(
                text: text, handle: canonical, formatted: number.text(.formatted), country: number.text(.countryName))
            showHint()
        }
    }

    /// The keys are one group with the entry and the call, in the middle. A list of people has all the room.
    private func showParts() {
        let hasList = showsPeople || text.isSearch
        stack.page = hasList ? "people" : "keys"
        stack.set("vexpand", hasList)
        if hasList { group.fillHeight() } else { group.keepInMiddle() }
    }

    /// The owner of the number or its country, or a contact that the digits may mean.
    private func showHint() {
        let text = text
        let number = known?.text == text ? known : nil
        let owner = number.flatMap { number in people.addresses.first { $0.formatted == number.formatted } }
        if text.isSearch {
            hint.text = people.addresses.isEmpty ? Catalogue.text("No contacts found") : ""
        } else {
            let parts = [owner?.name.shown, number?.formatted, owner == nil ? number?.country.shown : nil]
            hint.text = parts.compactMap(\.self).filter { !$0.isBlank }.joined(separator: " · ")
        }
        match.isVisible = owner == nil && !text.isSearch && !showsPeople && !people.addresses.isEmpty
        hint.isVisible = !match.isVisible
        guard match.isVisible, let first = people.addresses.first else { return }
        let others = people.addresses.count - 1
        matchText.text = "\(first.name.shown) · \(first.text.shown)" + (others > 0 ? " +\(others)" : "")
        match.setAccessibleName(matchText.text)
    }

    /// Writes the only number that the digits may mean, or lets the user choose.
    private func takeMatch() {
        guard let first = people.addresses.first else { return }
        if people.addresses.count == 1 {
            entry.text = first.text
            entry.moveCursorToEnd()
        } else {
            showsPeople = true
            showParts()
            showHint()
        }
        entry.takeFocus()
    }

    // MARK: The call

    /// Dials the text. Without one it shows the number that the user dialed last, so that a second press dials it
    /// again.
    private func call() {
        let text = text
        if text.isEmpty { return showLast() }
        if let handle = text.handle {
            // An emergency number waits for nothing and is sent as it was typed. The service chooses its modem.
            if registry.dialsAsIs(text) { return context.call(handle.wire, provider: line.provider ?? "") }
            return context.place(known?.text == text ? known?.handle ?? handle : handle, by: line.provider)
        }
        if !people.callOnly() { context.showToast(Catalogue.text("Choose a contact, or write a number.")) }
    }

    private func showLast() {
        let filter = [String: Variant]([.outgoing: .bool(true)])
        context.directory.ask(.listHistory, filter, UInt64(0), UInt32(1), for: [[String: Variant]].self) {
            [weak self] lines in
            guard let self, entry.text.isEmpty, let call = lines?.first.map(RecentCall.init) else { return }
            entry.text = call.handle.value
            entry.moveCursorToEnd()
        }
    }
}

/// The contacts that fit the text of the keypad: a row for each number.
@MainActor
final class KeypadPeople {
    /// More rows help no person to choose.
    private static let limit: UInt32 = 20

    private let context: CallWindowContext
    private let list: ListBox
    private var wanted: KeypadText.Search?
    private(set) var addresses: [ContactAddress] = []
    var changed: () -> Void = {}

    init(_ list: ListBox, _ context: CallWindowContext) {
        (self.list, self.context) = (list, context)
        list.onActivate { [weak self] place in
            guard let self, addresses.indices.contains(place) else { return }
            call(addresses[place])
        }
        list.isVisible = false
    }

    /// Looks for contacts; nil finds none.
    func search(_ new: KeypadText.Search?) {
        guard new != wanted else { return }
        wanted = new
        guard let new else { return show([]) }
        let options = [String: Variant]([.purpose: .string(new.purpose.rawValue)])
        context.directory.ask(.search, new.text, Self.limit, options, for: [[String: Variant]].self) {
            [weak self] contacts in
            guard let self, wanted == new else { return }
            show((contacts ?? []).flatMap { ContactAddress.all(of: $0) }.filter(\.canBeCalled))
        }
    }

    private func show(_ new: [ContactAddress]) {
        addresses = Array(new.prefix(Int(Self.limit)))
        list.rows = addresses.map { address in
            let use = [address.text.shown, address.useWords].filter { !$0.isEmpty }.joined(separator: " · ")
            let row = ActionRow(title: address.name.shown, subtitle: use)
            row.makeActivatable()
            row.suffix(Image(icon: "call-start-symbolic"))
            return row
        }
        list.isVisible = !addresses.isEmpty
        changed()
    }

    /// Calls the only number that was found; false if there is none, or a choice.
    func callOnly() -> Bool {
        guard addresses.count == 1 else { return false }
        call(addresses[0])
        return true
    }

    private func call(_ address: ContactAddress) { context.place(address.handle, name: address.name) }
}

/// The choice of the app that makes the call of the keypad. It is there while several can.
@MainActor
final class KeypadLine {
    private let context: CallWindowContext
    private let button: MenuButton
    private let popover: Popover
    private let box: Box
    private var choice = LineChoice()
    /// The number or the address of the text; nil = the text is none.
    private var handle: Handle?
    /// The providers that the directory proposes for it.
    private var proposed: [String] = []
    /// The user has chosen, and the popover gives the keyboard focus back.
    var chosen: () -> Void = {}

    init(_ builder: Builder, _ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        (button, popover, box) = (try builder.get("line"), try builder.get("lines-popover"), try builder.get("lines"))
        context.calls.observe { [weak self] in self?.follow() }
        context.directory.observe { [weak self] change in
            if [.presence, .history, .favourites].contains(change) { self?.askDirectory() }
        }
        follow()
    }

    /// The provider that the user has chosen; nil = the directory or the service chooses.
    var provider: String? { choice.provider }

    /// Offers the apps that can call such a handle.
    func show(_ handle: Handle?) {
        guard handle != self.handle else { return }
        self.handle = handle
        follow()
        askDirectory()
    }

    /// The line of the last call with this number comes first. A number that is dialed as it is has none, because its
    /// call does not wait for the directory.
    private func askDirectory() {
        guard let handle, choice.isOffered, !context.calls.registry.dialsAsIs(KeypadText(handle.value)) else {
            return propose([])
        }
        context.directory.client?.lookUp(handle.wire) { [weak self] facts in
            if self?.handle == handle { self?.propose(facts?[.providers]?.strings ?? []) }
        }
    }

    private func propose(_ providers: [String]) {
        proposed = providers
        follow()
    }

    private func follow() {
        let lines = PhoneLine.lines(
            for: handle?.kind ?? .phoneNumber, in: context.calls.registry, proposed: proposed)
        guard lines != choice.lines else { return }
        let wasOffered = choice.isOffered
        choice.offer(lines)
        button.isVisible = choice.isOffered
        showChoice()
        if choice.isOffered, !wasOffered { askDirectory() }
    }

    private func showChoice() {
        box.children = choice.isOffered ? choice.lines.indices.compactMap(row) : []
        let title = choice.isOffered ? choice.lines[choice.selected].title : ""
        button.setName(Catalogue.text("App for the call: %s", title))
    }

    private func row(at place: Int) -> Button? {
        let row = try? Button.choice(
            icon: "call-start-symbolic", choice.lines[place].title, isChosen: place == choice.selected)
        row?.onClick { [weak self] in
            self?.popover.close()
            self?.choice.select(place)
            self?.showChoice()
            Later.idle { self?.chosen() }
        }
        return row
    }
}
