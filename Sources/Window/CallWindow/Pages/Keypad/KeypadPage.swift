// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The page *Keypad*: dials a number in any format, and finds contacts by letters.
@MainActor
final class KeypadPage: Page {
    static let keys: [(key: String, id: String)] =
        (0...9).map { ("\($0)", "key-\($0)") } + [("*", "key-star"), ("#", "key-hash")]

    let kind = PhonePage.keypad
    let widget: Widget
    private let phone: PhoneContext
    private let entry: Entry
    private let hint: Label
    private let stack: Stack
    private let backspace: Button
    private let callButton: Button
    private let people: KeypadPeople
    private let line: KeypadLine
    private let wish: DirectoryWish
    /// The canonical form of the present text, once the directory has told it.
    private var known: (text: KeypadText, handle: Handle)?

    init(_ phone: PhoneContext) throws(InterfaceError) {
        self.phone = phone
        let builder = try Builder(PackageResources.keypad_ui)
        (widget, entry, hint) = (try builder.get("page"), try builder.get("entry"), try builder.get("hint"))
        (stack, backspace, callButton) = (
            try builder.get("stack"), try builder.get("backspace"), try builder.get("call")
        )
        people = KeypadPeople(try builder.get("people"), phone)
        line = try KeypadLine(builder, phone)
        wish = DirectoryWish(phone.directory, of: widget)
        let keys: Grid = try builder.get("keys")
        keys.keepLeftToRight()
        for (key, id) in Self.keys {
            let button: Button = try builder.get(id)
            button.onClick { [weak self] in self?.press(key) }
            if key == "0" { button.onLongPress { [weak self] in self?.press("+") } }
        }
        backspace.onClick { [weak self] in self?.deleteBackwards() }
        backspace.onLongPress { [weak self] in self?.entry.text = "" }
        callButton.onClick { [weak self] in self?.call() }
        entry.onActivate { [weak self] in self?.call() }
        entry.onChange { [weak self] in self?.changed() }
        line.chosen = { [weak self] in self?.entry.takeFocus() }
        people.changed = { [weak self] in self?.showHint() }
        changed()
    }

    func appear() {
        wish.appear()
        entry.takeFocus()
    }

    func search() -> Bool { entry.grabFocus() }

    private var text: KeypadText { KeypadText(entry.text) }
    private var registry: Registry { phone.calls.registry }

    private func press(_ key: String) {
        entry.insert(key)
    }

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
                entry.cursor = -1
            }
        }
        backspace.isSensitive = !entry.text.isEmpty
        people.search(text.isSearch ? text.text : "")
        stack.page = text.isSearch ? "people" : "keys"
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
        phone.directory.ask(.normalize, handle.wire.value, "", for: [String: Variant].self, quietly: true) {
            [weak self] number in
            guard let self, self.text == text, let number,
                let canonical = number[.handle].flatMap({ WireHandle($0) })?.handle, canonical.kind == .phoneNumber
            else { return }
            known = (text, canonical)
            hint.text = [number.text(.formatted), number.text(.country)].filter { !$0.isEmpty }
                .joined(separator: " · ")
        }
    }

    private func showHint() {
        if text.isSearch { hint.text = people.isEmpty ? Catalogue.text("No contacts found") : "" }
    }

    // MARK: The call

    /// Dials the text. Without one it shows the number that the user dialed last, so that a second press dials it
    /// again.
    private func call() {
        let text = text
        if text.isEmpty { return showLast() }
        if let handle = text.handle {
            // An emergency number waits for nothing and is sent as it was typed. The service chooses its modem.
            if registry.dialsAsIs(text) { return phone.dialer.call(handle.wire, provider: line.provider ?? "") }
            return phone.place(known?.text == text ? known?.handle ?? handle : handle, by: line.provider)
        }
        if !people.callOnly() { phone.tell(Catalogue.text("Choose a contact, or write a number.")) }
    }

    private func showLast() {
        let filter = [String: Variant]([.outgoing: .bool(true)])
        phone.directory.ask(.listHistory, filter, UInt64(0), UInt32(1), for: [[String: Variant]].self) {
            [weak self] lines in
            guard let self, entry.text.isEmpty, let call = lines?.first.map(RecentCall.init) else { return }
            entry.text = call.handle.value
            entry.cursor = -1
        }
    }
}
