// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

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
