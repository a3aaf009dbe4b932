// SPDX-License-Identifier: MIT

import CallInterface
import CallLinks
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// Asks whether to call the party of a link. Only the user's press dials.
@MainActor
final class LinkDialog {
    private let phone: PhoneContext
    private let question: LinkQuestion
    private let dialog: MessageDialog
    private var choice = LineChoice()
    private var dropDown: DropDown?
    /// The providers that the directory proposes; nil = it was not asked.
    private var proposed: [String]?

    /// `closed` is called when the dialog has gone. Throws for a link that must not be called.
    init(
        _ link: String, _ phone: PhoneContext, over parent: Window, closed: @escaping @MainActor (LinkDialog) -> Void
    ) throws(CallLinkError) {
        self.phone = phone
        question = LinkQuestion(try CallLink(link))
        dialog = MessageDialog(parent: parent, heading: question.heading, body: question.body)
        dialog.add("cancel", Catalogue.text("Cancel"))
        dialog.add("call", Catalogue.text("Call"), .suggested)
        // The Return key calls nobody: the dialog may have come while the user typed.
        dialog.set(close: "cancel")
        dialog.onAnswer { [weak self] answer in if answer == "call" { self?.call() } }
        dialog.on("destroy") { [weak self] _ in if let self { closed(self) } }
        follow()
        dialog.present()
    }

    /// Offers the lines that can call now. A link that starts the program comes before the service and the directory
    /// have told them.
    func follow() {
        askDirectory()
        noteSelection()
        let lines = phone.dialer.lines(for: question.handle.kind, proposed: proposed ?? [])
        guard lines != choice.lines else { return }
        choice.offer(lines)
        dropDown = choice.isOffered ? DropDown(lines.map(\.title)) : nil
        dropDown?.setAccessibleName(Catalogue.text("App for the call"))
        dropDown?.selected = choice.selected
        dialog.extra = dropDown
    }

    private func askDirectory() {
        guard proposed == nil, phone.directory.presence == .running else { return }
        proposed = []
        phone.directory.lookUp(question.handle.wire) { [weak self] facts in
            self?.proposed = facts?[.providers]?.strings ?? []
            self?.follow()
        }
    }

    private func noteSelection() {
        if let dropDown { choice.select(dropDown.selected) }
    }

    private func call() {
        noteSelection()
        phone.place(question.handle, by: choice.provider, video: question.isVideo)
    }
}
