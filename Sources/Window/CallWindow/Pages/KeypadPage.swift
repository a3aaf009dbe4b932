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
